import { planUnique, TOP_TENANT } from '../../../src/compile/sql/plan-tables.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { sqlState } from '../../ground/database/faults.ts';
import { type AuditChange, changesBetween, writeAudit } from '../audit/audit.ts';
import { forgetHeld } from '../call/held-records.ts';
import type { EntityCall, Reading, Tx } from '../call/ports.ts';
import { columnValue, isSecret, type Row } from '../call/record-row.ts';
import { recordTitle } from '../call/record-title.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { titledRow } from '../call/titled-row.ts';
import { referenceLabels } from '../read/check-references.ts';
import { meetingAnother } from './met-record.ts';
import { followRollups } from './rollup/follow-rollups.ts';
import { insertStatement, updateStatement } from './row-statements.ts';
import { storedSecret } from './sealed-field.ts';
import { noteWritten } from './written.ts';

function storedFields(model: EntityModel): FieldModel[] {
  return model.fields.filter((field) => !field.base && field.column !== undefined);
}

async function columnsOf(call: EntityCall, fields: readonly FieldModel[], values: Row): Promise<Row> {
  const columns: Row = {};
  for (const field of fields) {
    const value = values[field.key] ?? null;
    columns[field.id] =
      field.type.type === 'password' && typeof value === 'string'
        ? await storedSecret(call, field, value)
        : columnValue(field, value, call.snapshot.timeZone);
  }
  return columns;
}

/** Inserts a record and its log entry. Throws at the field where the record is not unique. */
export async function insertRecord(tx: Tx, id: string, values: Row): Promise<void> {
  const { call } = tx;
  const { model, context, at } = call;
  const { caller } = context;
  if (model.scope === 'global' && context.tenantId !== TOP_TENANT) throw new AnlanError('foreignTenant');
  const row = {
    ...(await columnsOf(call, storedFields(model), values)),
    id,
    tenantId: context.tenantId,
    version: 1,
    status: values.status ?? null,
    createUser: caller.userId === '' ? null : caller.userId,
    createDept: caller.deptId === '' ? null : caller.deptId,
    createTime: at.toISOString(),
    isDeleted: 0,
  };
  const { text, values: given } = insertStatement(model, row);
  await run(tx, values, text, given);
  await logChange(tx, id, 'insert', { before: {}, after: values, besides: [] });
  noteWritten(tx, id, 'insert');
  await followRollups(tx, { id, before: undefined, after: values });
}

/**
 * Writes what differs from the stored record, raises the version and logs it; version, author and time of the write
 * are then in `values` too. Nothing is written where nothing differs.
 * @param besides what its log row says besides the fields that changed. Default nothing.
 * @returns whether anything was written.
 */
export async function updateRecord(
  tx: Tx,
  stored: StoredRecord,
  values: Row,
  action: string,
  besides: readonly AuditChange[] = [],
): Promise<boolean> {
  const { call, db } = tx;
  const { model, context, at } = call;
  const changed = storedFields(model).filter((field) =>
    isSecret(field) ? (values[field.key] ?? null) !== null : !sameValue(values[field.key], stored.values[field.key]),
  );
  const statusChanged = (values.status ?? null) !== stored.status;
  if (changed.length === 0 && !statusChanged && action === 'update') return false;
  const row = {
    ...(await columnsOf(call, changed, values)),
    ...(statusChanged ? { status: values.status ?? null } : {}),
    version: stored.version + 1,
    updateUser: context.caller.userId === '' ? null : context.caller.userId,
    updateTime: at.toISOString(),
  };
  const { text, values: given } = updateStatement(model, row, stored);
  const write = () => run(tx, values, text, given);
  forgetHeld(tx, model, stored.id, changed);
  const password = model.key === 'user' && stored.id === context.caller.userId ? newPassword(changed, row) : undefined;
  if (password === undefined) await write();
  else await call.services.platform.writeOwnPassword(db, context, password, write);
  await logChange(tx, stored.id, action, { before: stored.values, after: values, besides });
  // What follows the write (timers, effects) reads the record as it is stored now.
  Object.assign(values, { version: row.version, updateUser: row.updateUser, updateTime: call.now });
  noteWritten(tx, stored.id, action);
  await followRollups(tx, { id: stored.id, before: stored.values, after: values });
  return true;
}

/** Hash of the password that a row sets; undefined where it sets none. */
function newPassword(changed: readonly FieldModel[], row: Row): string | undefined {
  const hash = row[changed.find(({ type }) => type.type === 'password')?.id ?? ''];
  return typeof hash === 'string' ? hash : undefined;
}

/** Marks a record as removed and logs it. */
export async function markRemoved(tx: Tx, stored: StoredRecord): Promise<void> {
  await mark(tx, stored, 'remove');
  await followRollups(tx, { id: stored.id, before: stored.values, after: undefined });
}

/** Marks a removed record as there again and logs it. Throws at the field where another took its place meanwhile. */
export async function markRestored(tx: Tx, stored: StoredRecord): Promise<void> {
  await mark(tx, stored, 'restore');
  await followRollups(tx, { id: stored.id, before: undefined, after: stored.values });
}

async function mark(tx: Tx, stored: StoredRecord, action: 'remove' | 'restore'): Promise<void> {
  const { call } = tx;
  const row = {
    isDeleted: action === 'remove' ? 1 : 0,
    version: stored.version + 1,
    updateUser: call.context.caller.userId === '' ? null : call.context.caller.userId,
    updateTime: call.at.toISOString(),
  };
  const { text, values } = updateStatement(call.model, row, stored);
  await run(tx, stored.values, text, values);
  forgetHeld(tx, call.model, stored.id);
  await writeAudit(tx, {
    recordId: stored.id,
    recordTitle: recordTitle(call, await titledRow(tx, stored.values), stored.id),
    action,
    changes: [],
  });
  noteWritten(tx, stored.id, action);
}

interface Logged {
  readonly before: Row;
  readonly after: Row;
  readonly besides: readonly AuditChange[];
}

async function logChange(tx: Reading, id: string, action: string, { before, after, besides }: Logged): Promise<void> {
  const { call } = tx;
  const differing = (values: Row, other: Row): Row =>
    Object.fromEntries(Object.entries(values).filter(([key, value]) => !sameValue(value, other[key])));
  const labels = await referenceLabels(tx, [differing(before, after), differing(after, before)]);
  await writeAudit(tx, {
    recordId: id,
    recordTitle: recordTitle(call, await titledRow(tx, after), id),
    action,
    changes: [...changesBetween(call, before, after, labels), ...besides],
  });
}

/** @param record the record as the statement would leave it. */
async function run({ call, db }: Tx, record: Row, text: string, given: readonly unknown[]): Promise<void> {
  try {
    await db.query(text, given);
  } catch (error) {
    throw await meaningOf(call, record, error);
  }
}

/** What a refusal of the database means to people; the error itself where it means nothing to them. */
async function meaningOf(call: EntityCall, record: Row, error: unknown): Promise<unknown> {
  const { model } = call;
  const constraint = (error as { constraint?: string }).constraint;
  if (sqlState(error) === '23505') {
    const unique = model.unique.find((candidate) => planUnique(model, candidate)?.name === constraint);
    if (unique !== undefined) {
      const pointer = fieldPointer(unique.fields[0] ?? '');
      const met = invalidInput([{ pointer, msg: unique.message }]);
      const fields = unique.fields.flatMap((key) => model.field.get(key) ?? []);
      return meetingAnother(met, { model, unique, pointer, columns: await columnsOf(call, fields, record) });
    }
    return invalidInput([{ pointer: '/id', msg: say('该编号的记录已存在') }]);
  }
  // A reference whose target went between our check and the write.
  if (sqlState(error) === '23503') return invalidInput([{ pointer: '', msg: say('所选的记录不存在或已被删除') }]);
  if (sqlState(error) === '22003') return invalidInput([{ pointer: '', msg: say('数值超出允许的范围') }]);
  return error;
}
