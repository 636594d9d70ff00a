import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import type { JointCell } from '../../../src/core/wire/joint.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { MemberCall } from './joint-reader.ts';

/** A value of a record as its list answered it, in words; undefined where it is empty or none of the person's. */
function cellOf({ model, snapshot }: MemberCall, field: FieldModel, record: WireRecord): JointCell | undefined {
  const value = record[field.key] ?? null;
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (field.key === 'status' && typeof value === 'string' && Object.hasOwn(model.states, value)) {
    const state = model.states[value];
    return { text: state?.title ?? value, ...(state?.color === undefined ? {} : { color: state.color }) };
  }
  const label = record[`${field.key}Label`];
  const named = typeof label === 'string' ? label : Array.isArray(label) ? label.join('、') : undefined;
  const context = fieldContext(field, { choices: (one) => choicesOf(snapshot, one) }, named);
  const color = choicesOf(snapshot, field)?.find(({ key }) => key === value)?.color;
  return { text: named ?? field.type.format(value, context), ...(color === undefined ? {} : { color }) };
}

/** Cells of a record by column, each with the field that it shows. */
export function jointCells(
  call: MemberCall,
  columns: readonly (readonly [column: string, field: string | undefined])[],
  record: WireRecord,
): Readonly<Record<string, JointCell>> {
  return Object.fromEntries(
    columns.flatMap(([column, key]): [string, JointCell][] => {
      const field = call.model.field.get(key ?? '');
      const cell = field === undefined ? undefined : cellOf(call, field, record);
      return cell === undefined ? [] : [[column, cell]];
    }),
  );
}
