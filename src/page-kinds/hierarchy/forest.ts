import type { WireRecord } from '../../core/wire/contract.ts';

/** A record with those below it. */
export interface BoxTree {
  readonly record: WireRecord;
  readonly below: readonly BoxTree[];
}

/**
 * Records below each other, in their order. One whose record above is not among them stands at the top; of a circle the
 * first one does, so that none is left out.
 */
export function forestOf(records: readonly WireRecord[], parent: string): readonly BoxTree[] {
  const ids = new Set(records.map(({ id }) => id));
  const groups = new Map<string, WireRecord[]>();
  const tops: WireRecord[] = [];
  for (const record of records) {
    const above = record[parent];
    if (typeof above !== 'string' || !ids.has(above) || above === record.id) {
      tops.push(record);
      continue;
    }
    const group = groups.get(above) ?? [];
    groups.set(above, group);
    group.push(record);
  }
  const placed = new Set<string>();
  const boxOf = (record: WireRecord): BoxTree => {
    placed.add(record.id);
    const below = (groups.get(record.id) ?? []).filter(({ id }) => !placed.has(id));
    return { record, below: below.map(boxOf) };
  };
  const forest = tops.map(boxOf);
  const circles = records.flatMap((record) => (placed.has(record.id) ? [] : [boxOf(record)]));
  return [...forest, ...circles];
}

/** Ids of the records that have others below them. */
export function heads(forest: readonly BoxTree[]): readonly string[] {
  return forest.flatMap(({ record, below }) => (below.length === 0 ? [] : [record.id, ...heads(below)]));
}
