import { collectReferences, parseExpression } from '../core/expression/index.ts';
import type { ChoicePlace } from './field-services.ts';
import type { ViewField } from './field-view.ts';

const read = new Map<string, readonly string[]>();

/** Keys of the referring record's fields that an expression of a reference reads. */
export function conditionReads(where: string): readonly string[] {
  let names = read.get(where);
  if (names === undefined) {
    const parsed = parseExpression(where);
    const found = 'node' in parsed ? collectReferences(parsed.node) : [];
    names = found.flatMap((name) => (name.startsWith('record.') ? [name.slice('record.'.length)] : []));
    read.set(where, names);
  }
  return names;
}

/**
 * For which field of which record a picker chooses; undefined where all records may be chosen, and where no record is
 * entered (filters, whose lists may hold what can no longer be chosen).
 */
export function choicePlace(field: ViewField): ChoicePlace | undefined {
  const { where, rules = [] } = field.property.ref ?? {};
  const sources = [where, ...rules.flatMap((rule) => [rule.when, rule.elseFrom])].filter((one) => one !== undefined);
  if (sources.length === 0 || field.owner === undefined || field.values === undefined) return undefined;
  const present = field.values();
  const values = Object.fromEntries(sources.flatMap(conditionReads).map((key) => [key, present[key] ?? null]));
  return { field: `${field.owner}.${field.key}`, values };
}
