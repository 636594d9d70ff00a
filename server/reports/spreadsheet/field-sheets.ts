import { sheetHeading, sheetOf, wholeValue } from '../../../src/core/field-forms.ts';
import type { FieldContext, SheetCell, SheetForm } from '../../../src/core/field-type.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../src/core/text/language.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import { inLanguage } from '../../ground/language/language.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { shownAccess } from '../../records/read/field-conditions.ts';
import type { SheetLayout } from './workbook.ts';

/** Longest text that a cell of Excel may hold. */
const LONGEST_CELL = 32_767;

/** A field as it stands in a spreadsheet. */
export interface FieldSheet {
  readonly field: FieldModel;
  readonly context: FieldContext;
  readonly form: SheetForm;
  /** One heading for each of the form's columns; no two of an entity are the same. */
  readonly headings: readonly string[];
}

/** The columns of a field as a sheet lays them out. */
export const sheetLayout = ({ form, headings }: FieldSheet): SheetLayout[] =>
  form.columns.map(({ width = 18, format }, index) => ({ heading: headings[index] ?? '', width, format }));

/** The language of what the call reads and writes; that of a file's headings may differ from the person's. */
export const sheetLanguage = ({ snapshot }: EntityCall): Language => snapshot.language ?? DEFAULT_LANGUAGE;

/** How these fields stand in a spreadsheet of the entity; those that never stand in one are left out. */
export function fieldSheets(call: EntityCall, fields: readonly FieldModel[]): FieldSheet[] {
  const shared = sharedTitles(call.model);
  const sheetsOf = (field: FieldModel): FieldSheet[] => {
    const context = contextOf(call, field);
    const form = sheetOf(field.type, context);
    if (form.columns.length === 0) return [];
    const title = shared.has(field.title) ? keyedTitle(field) : field.title;
    return [{ field, context, form, headings: form.columns.map((column) => sheetHeading(title, column)) }];
  };
  return inLanguage(sheetLanguage(call), () => fields.flatMap(sheetsOf));
}

/** The title of a field that shares it with another one. */
export const keyedTitle = ({ title, key }: FieldModel): string => say('{text}（{aside}）', { text: title, aside: key });

/** Titles that more than one field of the entity bears; their headings name the key too. */
function sharedTitles({ fields }: EntityModel): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { title } of fields) {
    if (seen.has(title)) shared.add(title);
    seen.add(title);
  }
  return shared;
}

function contextOf(call: EntityCall, field: FieldModel, labels?: FieldContext['labels']): FieldContext {
  const choices = { choices: (asked: FieldModel) => choicesOf(call.snapshot, asked) };
  const context = { ...fieldContext(field, choices, labels), language: sheetLanguage(call) };
  const columns = field.columns?.map((column) => ({ field: fieldContext(column, choices), type: column.type }));
  return columns === undefined ? context : { ...context, columns };
}

/**
 * The cells of a field in a record as a list shows it to the person. What he does not see is empty; what is masked for
 * him stands as its mask.
 */
export function cellsOf(call: EntityCall, { field, form, context }: FieldSheet, record: Row): SheetCell[] {
  if (!Object.hasOwn(record, field.key)) return form.columns.map(() => null);
  const masked = field.property.maskInLists === true || shownAccess(call, field, record) === 'masked';
  if (masked) {
    const value = record[field.key];
    return form.columns.map((_, index) => (index > 0 || value === null || value === undefined ? null : String(value)));
  }
  const label = record[`${field.key}Label`];
  const labels = typeof label === 'string' || Array.isArray(label) ? (label as FieldContext['labels']) : undefined;
  const subject: FieldContext = labels === undefined ? context : { ...context, labels };
  const value = wholeValue(field, record) ?? null;
  return form.columns.map((column) => shortened(column.cell(value, subject)));
}

function shortened(cell: SheetCell): SheetCell {
  if (typeof cell !== 'string' || cell.length <= LONGEST_CELL) return cell;
  return `${cell.slice(0, LONGEST_CELL - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
