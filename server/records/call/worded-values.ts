import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { currentLanguage, DEFAULT_LANGUAGE } from '../../../src/core/text/language.ts';
import type { EntityCall } from './ports.ts';
import type { Row } from './record-row.ts';

/** Keys of the fields that hold what these texts are in other languages. */
export function wordingKeys(fields: readonly FieldModel[]): readonly string[] {
  return [...new Set(fields.flatMap(({ property }) => property.worded ?? []))];
}

function worded(wordings: unknown, key: string): string | undefined {
  if (typeof wordings !== 'object' || wordings === null) return undefined;
  const texts = (wordings as Readonly<Record<string, unknown>>)[currentLanguage()];
  if (typeof texts !== 'object' || texts === null) return undefined;
  const text = (texts as Readonly<Record<string, unknown>>)[key];
  return typeof text === 'string' ? text : undefined;
}

/** Says texts that were worded in several languages in that of the call, and leaves the other wordings out. */
export function sayWorded(call: EntityCall, fields: readonly FieldModel[], rows: readonly Row[]): void {
  const kept = wordingKeys(call.model.fields);
  if (kept.length === 0 || call.internal) return;
  const foreign = currentLanguage() !== DEFAULT_LANGUAGE;
  for (const row of rows) {
    for (const { key, property } of foreign ? fields : []) {
      if (property.worded === undefined || !(key in row)) continue;
      row[key] = worded(row[property.worded], key) ?? row[key];
    }
    for (const key of kept) delete row[key];
  }
}
