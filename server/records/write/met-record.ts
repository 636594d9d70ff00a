import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { uniqueColumns, uniqueRows } from '../../../src/compile/sql/unique-index.ts';
import { type AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { quoteIdentifier } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { callFor } from '../call/entity-call.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { readRowsOf } from '../call/read-rows.ts';
import type { Row } from '../call/record-row.ts';
import { guardMessage } from '../read/check-guards.ts';
import { accessOf } from '../read/read-record.ts';

/** Values that another record has already, of which there may be one. */
interface Meeting {
  readonly model: EntityModel;
  readonly unique: EntityModel['unique'][number];
  readonly pointer: string;
  /** Values of the unique fields, by column. */
  readonly columns: Row;
}

const meetings = new WeakMap<AnlanError, Meeting>();

/** Notes of an error which values met those of another record, for `toldOfMet`. */
export function meetingAnother(error: AnlanError, meeting: Meeting): AnlanError {
  if (meeting.unique.messageFrom !== undefined) meetings.set(error, meeting);
  return error;
}

/**
 * The same refusal, with what `elseFrom` makes of the record that has the values already, where the person may see that
 * one. It is asked after the transaction that was refused, which can read nothing any more.
 */
export async function toldOfMet(call: EntityCall, error: AnlanError): Promise<AnlanError> {
  const meeting = meetings.get(error);
  if (meeting === undefined) return error;
  const { model, unique, pointer } = meeting;
  const { services, context } = call;
  const msg = await services.database.withTenant(context.tenantId, async (db) => {
    const tx: Reading = { call: callFor(call, model), db };
    const id = await metId(tx, meeting);
    const [row] = id === undefined ? [] : await readRowsOf(tx, model, { ids: [id], access: accessOf(tx.call) });
    return row === undefined ? unique.message : guardMessage(tx, unique, { record: row, stored: row });
  });
  return msg === unique.message ? error : invalidInput([{ pointer, msg }]);
}

/** Id of the record that has the values; undefined where it has gone meanwhile, or was one of the same refused write. */
async function metId({ call, db }: Reading, { model, unique, columns }: Meeting): Promise<string | undefined> {
  const keys = uniqueColumns(model, unique) ?? [];
  const given = Object.entries(columns);
  const same = keys.map((key, index) => {
    const place = `$${index + 2}`;
    return `${key} is not distinct from ${key.startsWith('lower(') ? `lower(${place})` : place}`;
  });
  const rows = await db.query<{ id: string }>(
    `select id from ${tableName(model.id)} as ${quoteIdentifier(model.id)}
     where "tenantId" = $1 and ${same.join(' and ')} and ${uniqueRows(model, unique)} limit 1`,
    [call.context.tenantId, ...given.map(([, value]) => value)],
  );
  return rows[0]?.id;
}
