import { LANGUAGES, type Language } from '../../../src/core/text/language.ts';
import { inLanguage } from '../../ground/language/language.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { fieldSheets, sheetLanguage } from './field-sheets.ts';
import { withoutMark } from './import-columns.ts';

/**
 * The call in the language whose headings fit a file best; the call itself where none fits better. Headings, choices and
 * numbers of the file are read in it, while messages and what is stored stay with the person.
 */
export async function readerOf(call: EntityCall, head: readonly string[]): Promise<EntityCall> {
  const wanted = head.map(withoutMark).filter((heading) => heading !== '');
  let best = { reader: call, fitting: fitting(call, wanted) };
  for (const language of LANGUAGES) {
    if (best.fitting === wanted.length) break;
    if (language === sheetLanguage(call)) continue;
    const reader = await callIn(call, language);
    const found = fitting(reader, wanted);
    if (found > best.fitting) best = { reader, fitting: found };
  }
  return best.reader;
}

/** The call with the metadata of a language. */
export async function callIn(call: EntityCall, language: Language): Promise<EntityCall> {
  const { metadata } = call.services;
  const snapshot = await inLanguage(language, () => metadata.snapshot(call.snapshot.tenantId));
  const model = snapshot.entities.get(call.model.key);
  return model === undefined ? call : { ...call, snapshot, model };
}

/** How many of these headings the person's fields bear. */
function fitting(call: EntityCall, wanted: readonly string[]): number {
  const fields = call.model.fields.filter((field) => call.internal || call.fieldRights.isEverSeen(field));
  const known = new Set(fieldSheets(call, fields).flatMap(({ headings }) => headings));
  return wanted.filter((heading) => known.has(heading)).length;
}
