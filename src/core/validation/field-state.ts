import type { EntityModel, FieldModel } from '../model/entity-model.ts';
import { isFieldVisible } from './compute-record.ts';
import { holds, type RecordEnvironment, type RecordValues } from './record-environment.ts';
import { rowEnvironment } from './row-values.ts';
import { isFieldSpared } from './spared.ts';

/** What linkage says of a field for one record. */
export interface FieldState {
  /** Whether the field exists for this record. */
  readonly visible: boolean;
  readonly required: boolean;
  /** Whether the value cannot be changed: computed, `disabledWhen`, or `fixedWhen` over the stored record. */
  readonly disabled: boolean;
}

/** Whether the stored value can no longer change. Only stored records fix anything. */
export function isFieldFixed(field: FieldModel, environment: RecordEnvironment): boolean {
  if (!field.fixedWhen || environment.stored === undefined) return false;
  return holds(field.fixedWhen, environment.stored, environment);
}

/** Whether the state that the record is in, or comes to, asks for the field. A new record is in the initial one. */
export function isRequiredHere(model: EntityModel, { key }: FieldModel, { status }: RecordValues): boolean {
  const state = typeof status === 'string' ? status : model.initialState;
  return state !== undefined && model.states[state]?.required.includes(key) === true;
}

/** State of one field over the record. */
export function fieldState(
  model: EntityModel,
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): FieldState {
  const visible = isFieldVisible(model, field, record, environment);
  const required =
    visible &&
    !field.computed &&
    (isRequiredHere(model, field, record) ||
      ((field.required || (field.requiredWhen !== undefined && holds(field.requiredWhen, record, environment))) &&
        !isFieldSpared(field, record, environment)));
  const disabled =
    field.computed ||
    isFieldFixed(field, environment) ||
    (field.disabledWhen !== undefined && holds(field.disabledWhen, record, environment));
  return { visible, required, disabled };
}

/** State of one cell over its row. */
export function cellState(
  column: FieldModel,
  row: RecordValues,
  record: RecordValues,
  environment: RecordEnvironment,
): FieldState {
  const within = rowEnvironment(record, environment);
  const visible = column.visible === undefined || holds(column.visible, row, within);
  const demanded = column.required || (column.requiredWhen !== undefined && holds(column.requiredWhen, row, within));
  return {
    visible,
    required: visible && !column.computed && demanded,
    disabled: column.computed || (column.disabledWhen !== undefined && holds(column.disabledWhen, row, within)),
  };
}
