import { callsWithin } from '../expression/index.ts';
import type { EntityModel, FieldModel } from './entity-model.ts';

/**
 * Whether a copy of a record begins with a field's value: what a person entered, but no files, signatures, passwords,
 * numbers that the platform gives, fields that nobody may enter, or times that the clock proposes.
 */
export function isCopied(model: EntityModel, field: FieldModel): boolean {
  // What came about with that record is not entered: times, rounds, who took which step.
  if (!mayBeCopied(field) || field.property.disabledWhen === 'true') return false;
  // A time that is proposed by the clock is proposed anew: the former one is over.
  if (isProposedByClock(field) || isProposedByClock(model.field.get(field.property.endOf ?? ''))) return false;
  return field.type.group !== 'file';
}

/** Whether a value may be copied where somebody says so: nobody signs by copying, and no number is given twice. */
export function mayBeCopied(field: FieldModel): boolean {
  // What somebody has decided of one record is not decided of its copy.
  if (field.beside !== undefined || field.base || field.computed) return false;
  if (field.property.writeOnly === true || field.property.serial !== undefined) return false;
  return field.type.group !== 'computed' && field.type.seal === undefined && field.type.type !== 'signature';
}

/** Whether the default of a field is a moment that the clock says. */
function isProposedByClock(field: FieldModel | undefined): boolean {
  const { defaultFrom, valueType } = field ?? {};
  if (defaultFrom === undefined || (valueType !== 'date' && valueType !== 'dateTime')) return false;
  return callsWithin(defaultFrom.node).some(({ name }) => name === 'now' || name === 'today');
}

/** A row of a table without its files and signatures; anything else as it is. */
export function copiedCells({ columns = [] }: FieldModel, row: unknown): unknown {
  const left = columns.filter(({ type }) => type.group === 'file' || type.seal !== undefined).map(({ key }) => key);
  if (left.length === 0 || typeof row !== 'object' || row === null) return row;
  return Object.fromEntries(Object.entries(row).filter(([key]) => !left.includes(key)));
}
