import { sheetHeading, sheetOf } from '../../../src/core/field-forms.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { identifying } from '../../../src/core/model/identifying.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import { inLanguage } from '../../ground/language/language.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { callFor } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { isSecret } from '../../records/call/record-row.ts';
import { isNumbered } from '../../records/call/serial.ts';
import { savedChildren } from '../../records/read/child-call.ts';
import { type FieldSheet, fieldSheets, keyedTitle, sheetLanguage } from './field-sheets.ts';
import { sheetName } from './workbook.ts';

/** Rows that belong to a record: a table in it, or an entity whose rows are entered with it. */
export interface LineTable {
  /** Under which a body holds the rows. */
  readonly key: string;
  readonly title: string;
  readonly columns?: readonly FieldModel[] | undefined;
  /** The entity; undefined for a table in the record. */
  readonly child?: EntityModel | undefined;
}

/**
 * Rows of a record as a sheet of their own, since a cell holds no rows: one line for each row, behind what tells the
 * record apart.
 */
export interface LineSheet {
  readonly table: LineTable;
  /** The table in the record; undefined for an entity. */
  readonly field: FieldModel | undefined;
  readonly name: string;
  /** The record's fields by which a line finds its record's row in the first sheet. */
  readonly key: readonly FieldSheet[];
  readonly columns: readonly FieldSheet[];
}

/**
 * The tables of the entity that the person sees, and the entities that are entered within its form, as sheets; none
 * where nothing tells its records apart in a file.
 */
export function lineSheets(call: EntityCall): LineSheet[] {
  const { model } = call;
  const hasLines = ({ columns, property }: FieldModel) => columns !== undefined && property.items?.across === undefined;
  const fields = model.fields.filter((field) => hasLines(field) && isSeen(call, field));
  const tables: (LineTable | FieldModel)[] = [...fields, ...childTables(call)];
  const key = fieldSheets(call, lineKey(model)).filter(({ field }) => isSeen(call, field));
  if (tables.length === 0 || key.length === 0 || key.length < lineKey(model).length) return [];
  const taken = new Set([sheetName(model.title).toLowerCase()]);
  return tables.map((table) => {
    const named = sheetName(table.title);
    const name = taken.has(named.toLowerCase()) ? sheetName(`${named.slice(0, 18)} ${table.key}`) : named;
    taken.add(name.toLowerCase());
    const field = fields.find((one) => one === table);
    return { table, field, name, key, columns: inLanguage(sheetLanguage(call), () => columnSheets(call, table, key)) };
  });
}

/** Entities whose rows are entered with the record, and that have no import of their own. */
function childTables(call: EntityCall): LineTable[] {
  return savedChildren(call).flatMap((child): LineTable[] => {
    const { parent } = child;
    const alone = child.operations.some(({ kind }) => kind === 'import');
    if (parent === undefined || parent.writtenOnly || parent.lockRows || alone) return [];
    const rights = callFor(call, child).fieldRights;
    const columns = child.fields.filter(
      (field) =>
        !field.base && field.key !== parent.field && !isSecret(field) && (call.internal || rights.isOpen(field)),
    );
    return [{ key: child.key, title: child.title, columns: columns.filter(isPlain), child }];
  });
}

/** Whether lists show the value as it is. */
const isPlain = ({ property }: FieldModel): boolean => property.mask === undefined && property.maskInLists !== true;

const isSeen = (call: EntityCall, field: FieldModel): boolean =>
  !isSecret(field) && field.property.hidden !== true && (call.internal || call.fieldRights.isEverSeen(field));

/** Fields that tell records of a file apart: those that find one for an import, else those that are unique, else its name. */
function lineKey(model: EntityModel): readonly FieldModel[] {
  const sets = [model.source.import?.key ?? [], ...identifying(model), [model.label]];
  const fields = sets.map((keys) => keys.flatMap((key) => model.field.get(key) ?? []));
  // A number that the platform gives is not there yet where a record is new.
  return fields.find((set) => set.length > 0 && !set.some(isNumbered)) ?? [];
}

function columnSheets(call: EntityCall, { columns = [] }: LineTable, key: readonly FieldSheet[]): FieldSheet[] {
  const choices = { choices: (asked: FieldModel) => choicesOf(call.snapshot, asked) };
  const taken = new Set(key.flatMap(({ headings }) => headings));
  return columns.flatMap((field) => {
    if (field.property.hidden === true) return [];
    const context = { ...fieldContext(field, choices), language: sheetLanguage(call) };
    const form = sheetOf(field.type, context);
    if (form.columns.length === 0) return [];
    const title = taken.has(field.title) ? keyedTitle(field) : field.title;
    const headings = form.columns.map((column) => sheetHeading(title, column));
    for (const heading of headings) taken.add(heading);
    return [{ field, context, form, headings }];
  });
}

/** Whether somebody enters the column, and a sheet can carry it. */
export function isEnteredColumn({ field, form }: FieldSheet): boolean {
  return !field.computed && !isNumbered(field) && form.imports === 'value' && field.property.disabledWhen !== 'true';
}
