import type { EntityModel } from './entity-model.ts';

/**
 * Children of an entity whose rows are read under some names: by themselves, or by a roll-up or a computed value that has
 * one of these names. In the order of the entity's children.
 * @param names what an expression over a record refers to (`ticketGas`, `measureOpen`, `owner.status`).
 */
export function rowsBehind({ field, children }: EntityModel, names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const key = name.split('.')[0] ?? name;
    if (seen.has(key)) continue;
    seen.add(key);
    found.add(key);
    const read = field.get(key);
    if (read === undefined) continue;
    if (read.rollup !== undefined) found.add(read.rollup.of);
    for (const expression of [read.compute, ...(read.cases ?? []).map(({ when }) => when)])
      waiting.push(...(expression?.references ?? []));
  }
  return children.filter((key) => found.has(key));
}
