import { collectReferences, parseExpression } from '../core/expression/index.ts';
import type { ChoicePlace } from './field-services.ts';
import type { ViewField } from './field-view.ts';

const read = new Map<string, readonly string[]>();

/** Keys of the referring record's fields that an expression of a reference reads. */
export function expressionReads(where: string): readonly string[] {
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
 * For which field of which record a picker chooses; without values where no record is entered (filters, whose lists may
 * hold what can no longer be chosen). Undefined for a field that belongs to no entity.
 */
export function choicePlace(field: ViewField): ChoicePlace | undefined {
  if (field.owner === undefined) return undefined;
  const named = `${field.owner}.${field.key}`;
  if (field.values === undefined) return { field: named };
  const { where, rules = [] } = field.property.ref ?? {};
  const sources = [where, ...rules.flatMap((rule) => [rule.when, rule.elseFrom])].filter((one) => one !== undefined);
  const present = field.values();
  const read = sources.flatMap(expressionReads).map((key) => [key, present[key] ?? null]);
  return { field: named, values: { ...heldBy(field.recordId), ...Object.fromEntries(read) } };
}

/** Where the names are asked of what a record already holds. */
export function heldPlace(field: ViewField, recordId: string | undefined): ChoicePlace | undefined {
  if (field.owner === undefined) return undefined;
  const named = `${field.owner}.${field.key}`;
  return recordId === undefined ? { field: named } : { field: named, values: heldBy(recordId) };
}

function heldBy(recordId: string | undefined): Readonly<Record<string, unknown>> {
  return recordId === undefined ? {} : { id: recordId };
}
