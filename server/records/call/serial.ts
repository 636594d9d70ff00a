import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { evaluateOver, type RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { Reading } from './ports.ts';
import type { Row } from './record-row.ts';

/** Whether the server alone numbers the field: its type is a serial number, or something computed says how (`serial`). */
export function isNumbered(field: FieldModel): boolean {
  return field.type.type === 'serial' || (field.property.serial !== undefined && !isEntered(field));
}

/** Whether a new record gets a number here: always, or in a field that people enter where it is left empty. */
export function wantsNumber(field: FieldModel, values: Row): boolean {
  if (isNumbered(field)) return true;
  return field.property.serial !== undefined && (values[field.key] ?? null) === null;
}

/** A number that may come from elsewhere: on the certificate of an authority, on an invoice. */
const isEntered = (field: FieldModel): boolean => field.type.type === 'input';

/**
 * Next number of a serial field: prefix, what the record puts in front, date part, running number; restarted with each
 * text in front of it.
 */
export async function nextSerial(
  tx: Reading,
  field: FieldModel,
  values: Row,
  environment: RecordEnvironment,
): Promise<string> {
  const { call } = tx;
  const { prefix = '', date, digits = 4 } = field.property.serial ?? {};
  const own = field.serialPrefix === undefined ? '' : evaluateOver(field.serialPrefix, values, environment);
  const day = date === undefined ? '' : call.now.replaceAll('-', '').slice(0, date.length);
  const part = `${typeof own === 'string' ? own : ''}${day}`;
  const [row] = await tx.db.query<{ last: number }>(
    `insert into platform."serialNumbers" ("tenantId", entity, field, part, last) values ($1, $2, $3, $4, 1)
     on conflict ("tenantId", entity, field, part) do update set last = "serialNumbers".last + 1 returning last`,
    [call.context.tenantId, call.model.id, field.id, part],
  );
  return `${prefix}${part}${String(row?.last ?? 1).padStart(digits, '0')}`;
}
