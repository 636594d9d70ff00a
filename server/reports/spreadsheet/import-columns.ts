import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { identifying } from '../../../src/core/model/identifying.ts';
import { say } from '../../../src/core/text/say.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { isSecret } from '../../records/call/record-row.ts';
import { isNumbered } from '../../records/call/serial.ts';
import { columnLetters } from './column-name.ts';
import { isFaultHeading } from './fault-heading.ts';
import { type FieldSheet, fieldSheets } from './field-sheets.ts';
import { fileFault } from './read-workbook.ts';

/** A field with the places of its columns in the file. */
export interface PlacedField {
  readonly sheet: FieldSheet;
  /** Columns of the file, from 0, in the order of the form's. */
  readonly places: readonly number[];
}

/** The heading of a file, understood. */
export interface PlacedHead {
  readonly fields: readonly PlacedField[];
  /** Headings of columns that an import leaves alone: what the platform makes, or the person may not write. */
  readonly ignored: readonly string[];
}

/** Place of a column that the file leaves out: no row has a cell there. */
const NOWHERE = -1;

/** What stands behind the heading of a field that has to be filled in. */
export const REQUIRED_MARK = '*';

/** A heading without that mark. */
export const withoutMark = (text: string): string => text.replace(/\s*\*$/, '').trim();

/** Whether an import writes the field: somebody enters it, it stands in a sheet, and the person may write it. */
function isWritten(call: EntityCall, { field, form }: FieldSheet): boolean {
  const entered = !field.base && !field.computed && !isNumbered(field) && !isSecret(field);
  return (
    entered &&
    form.imports === 'value' &&
    field.property.hidden !== true &&
    field.property.disabledWhen !== 'true' &&
    (call.internal || call.fieldRights.isEverWritten(field, call.model.initialState))
  );
}

/** The fields that a template offers, in the order of the form or of the file's `import.fields`. */
export function importedSheets(call: EntityCall): FieldSheet[] {
  const { model } = call;
  const named = model.source.import?.fields;
  const fields = named === undefined ? model.fields : named.flatMap((key) => model.field.get(key) ?? []);
  return fieldSheets(call, fields).filter((sheet) => isWritten(call, sheet));
}

/** Whether a new record needs the field in the file: it is required, and nothing else gives it. */
export function isNeeded({ required, property, defaultFrom }: FieldModel): boolean {
  return required && property.default === undefined && defaultFrom === undefined;
}

/** Keys of the fields that find the record to update; nothing to insert only. Throws where they cannot find one. */
export function keyFields(call: EntityCall, text: string | undefined): FieldModel[] {
  if (text === undefined) return [];
  const { model } = call;
  const keys = text.split(',').map((key) => key.trim());
  const unique = [...identifying(model), model.source.import?.key ?? []];
  const known = unique.some((fields) => fields.length === keys.length && fields.every((field) => keys.includes(field)));
  const fields = keys.flatMap((key) => model.field.get(key) ?? []);
  if (!known || fields.length !== keys.length) {
    throw fileFault(say('不能按“{key}”更新：须为唯一的字段', { key: text }));
  }
  return fields;
}

/**
 * Finds the fields of a heading.
 * @throws AnlanError naming each heading that is unknown, stands twice or is missing.
 */
export function placeHead(call: EntityCall, head: readonly string[], key: readonly FieldModel[]): PlacedHead {
  const offered = importedSheets(call);
  const written = new Set(offered.map(({ field }) => field.key));
  const all = fieldSheets(
    call,
    call.model.fields.filter((field) => !isSecret(field) && (call.internal || call.fieldRights.isEverSeen(field))),
  );
  const known = new Map(all.flatMap((sheet) => sheet.headings.map((heading) => [heading, sheet] as const)));
  // A number that the platform gives finds its record, and is written by nobody.
  const reads = (field: FieldModel) => written.has(field.key) || (key.includes(field) && isNumbered(field));
  const places = new Map<string, number>();
  const faults: string[] = [];
  const ignored: string[] = [];
  for (const [index, text] of head.entries()) {
    const heading = text.endsWith(REQUIRED_MARK) ? text.slice(0, -1).trim() : text;
    if (heading === '' || isFaultHeading(heading)) continue;
    const sheet = known.get(heading);
    if (sheet === undefined) {
      faults.push(say('{column}列：没有名为“{heading}”的字段', { column: columnLetters(index), heading }));
    } else if (places.has(heading)) {
      faults.push(say('{column}列：表头“{heading}”重复', { column: columnLetters(index), heading }));
    } else {
      places.set(heading, index);
      if (!reads(sheet.field) && sheet.form.imports !== 'refused') ignored.push(heading);
    }
  }
  const fields = all.flatMap((sheet): PlacedField[] => {
    const found = sheet.headings.filter((heading) => places.has(heading));
    const wanted = reads(sheet.field) && (key.includes(sheet.field) || (key.length === 0 && isNeeded(sheet.field)));
    const missing = sheet.headings.filter(
      (heading, index) => !places.has(heading) && sheet.form.columns[index]?.optional !== true,
    );
    if (found.length > 0 || wanted) {
      faults.push(...missing.map((heading) => say('缺少“{heading}”列', { heading })));
    }
    if (found.length === 0 || missing.length > 0) return [];
    if (!reads(sheet.field) && sheet.form.imports !== 'refused') return [];
    return [{ sheet, places: sheet.headings.map((heading) => places.get(heading) ?? NOWHERE) }];
  });
  if (faults.length > 0) throw fileFault(...faults);
  if (!fields.some(({ sheet }) => written.has(sheet.field.key))) throw fileFault(say('表格中没有可以导入的列'));
  return { fields, ignored };
}
