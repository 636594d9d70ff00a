import { callsWithin } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { fetchWithChildren } from '../calls/entity-calls.ts';
import { copiedRows, formChildren } from '../model/form-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { labelKey, type RecordData } from '../model/record-view.ts';

/**
 * What a copy of a record starts with: what a person entered, but no files, signatures, passwords, numbers that the
 * platform gives fields that nobody may enter, or times that the clock proposes. The name says that it is a copy, as far as its length allows.
 */
export function copyOf(model: EntityModel, record: RecordData, copyName: (name: string) => string): RecordData {
  const copy: Record<string, unknown> = {};
  for (const field of model.fields) {
    // What somebody has decided of one record is not decided of its copy.
    if (field.beside !== undefined) continue;
    if (field.base || field.computed || field.property.writeOnly || field.property.serial) continue;
    // What nobody may enter came about with that record: times, rounds, who took which step.
    if (field.property.disabledWhen === 'true') continue;
    // A time that is proposed by the clock is proposed anew: the former one is over.
    if (isProposedByClock(field) || isProposedByClock(model.field.get(field.property.endOf ?? ''))) continue;
    // Nobody signs by copying what another signed.
    if (field.type.group === 'file' || field.type.group === 'computed' || field.type.seal !== undefined) continue;
    const value = record[field.key];
    if (value === null || value === undefined) continue;
    copy[field.key] = Array.isArray(value) ? value.map((row: unknown) => copiedCells(field, row)) : value;
    const label = record[labelKey(field.key)];
    if (label !== undefined) copy[labelKey(field.key)] = label;
  }
  const name = copy[model.label];
  if (typeof name === 'string') {
    const renamed = copyName(name);
    const limit = model.field.get(model.label)?.property.maxLength ?? 255;
    copy[model.label] = [...renamed].length <= limit ? renamed : name;
  }
  return copy;
}

/** Whether the default of a field is a moment that the clock says. */
function isProposedByClock(field: FieldModel | undefined): boolean {
  const { defaultFrom, valueType } = field ?? {};
  if (defaultFrom === undefined || (valueType !== 'date' && valueType !== 'dateTime')) return false;
  return callsWithin(defaultFrom.node).some(({ name }) => name === 'now' || name === 'today');
}

/** Rows of a record that the form of its copy begins with, by their entity; none where they cannot be read. */
export async function rowsToCopy(page: EntityPageModel, id: string): Promise<RecordData> {
  const children = formChildren(page);
  if (children.length === 0) return {};
  const whole = await fetchWithChildren(page.model, id, { page: page.page.code, quiet: true }).catch(() => undefined);
  if (whole === undefined) return {};
  return Object.fromEntries(children.map((child) => [child.entity, copiedRows(page, child, whole)]));
}

/** A row of a table without its files and signatures; anything else as it is. */
function copiedCells({ columns = [] }: FieldModel, row: unknown): unknown {
  const left = columns.filter(({ type }) => type.group === 'file' || type.seal !== undefined).map(({ key }) => key);
  if (left.length === 0 || typeof row !== 'object' || row === null) return row;
  return Object.fromEntries(Object.entries(row).filter(([key]) => !left.includes(key)));
}
