import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import type { EntityCall } from './ports.ts';
import type { Row } from './record-row.ts';

/** Whether what the field, or the label of the record it refers to, says may be a text that the product ships. */
function mayBeShipped(call: EntityCall, field: FieldModel): { value: boolean; label: boolean } {
  const target = field.target === undefined ? undefined : call.snapshot.entities.get(field.target);
  const label = target?.field.get(field.property.ref?.label ?? target.label);
  return { value: field.property.shipped === true, label: label?.property.shipped === true };
}

/** Says shipped texts of records, and of the labels of references, in the language of the call. Others stay. */
export function sayShipped(call: EntityCall, fields: readonly FieldModel[], rows: readonly Row[]): void {
  const { shippedValues } = call.snapshot;
  if (shippedValues === undefined || call.internal) return;
  const keys = fields.flatMap((field) => {
    const { value, label } = mayBeShipped(call, field);
    return [...(value ? [field.key] : []), ...(label ? [`${field.key}Label`] : [])];
  });
  const said = (text: unknown): unknown =>
    typeof text === 'string' ? (shippedValues.get(text) ?? text) : Array.isArray(text) ? text.map(said) : text;
  for (const row of rows) for (const key of keys) if (key in row) row[key] = said(row[key]);
}

const originals = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, string>>();

/** Chinese texts by their translations; a translation that two texts share stands for neither. */
function originalsOf(values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  let known = originals.get(values);
  if (known === undefined) {
    const found = new Map<string, string | undefined>();
    for (const [text, said] of values) found.set(said, found.has(said) ? undefined : text);
    known = new Map([...found].filter((entry): entry is [string, string] => entry[1] !== undefined));
    originals.set(values, known);
  }
  return known;
}

/** Shipped texts, as they are stored, whose translation holds the text that somebody looks for; none in Chinese. */
export function shippedHolding(call: EntityCall, text: string): readonly string[] {
  const { shippedValues } = call.snapshot;
  if (shippedValues === undefined || call.internal || text === '') return [];
  const wanted = text.toLowerCase();
  return [...shippedValues].flatMap(([stored, said]) => (said.toLowerCase().includes(wanted) ? [stored] : []));
}

/** What a body says in a field, with the Chinese text where it gives back the translation of a shipped one. */
export function originalValue(call: EntityCall, field: FieldModel, value: unknown): unknown {
  const { shippedValues } = call.snapshot;
  if (field.property.shipped !== true || typeof value !== 'string' || shippedValues === undefined) return value;
  return originalsOf(shippedValues).get(value) ?? value;
}
