import type { Connection } from '../database/database.ts';
import type { EntityCall, WrittenRecord } from './entity-call.ts';

const records = new WeakMap<Connection, WrittenRecord[]>();

/** Notes a record that a transaction writes, whoever asked for it, so that it can be told after the commit. */
export function noteWritten(call: EntityCall, connection: Connection, id: string, action: string): void {
  const record: WrittenRecord = { tenantId: call.context.tenantId, entity: call.model, id, action };
  const held = records.get(connection);
  if (held === undefined) records.set(connection, [record]);
  else held.push(record);
}

/** Lets what is noted on one view of a transaction count for the whole transaction. */
export function noteTogether(connection: Connection, view: Connection): void {
  const held = records.get(connection) ?? [];
  records.set(connection, held);
  records.set(view, held);
}

/** What a transaction wrote, each record once with the last action. */
export function writtenIn(connection: Connection): readonly WrittenRecord[] {
  const byRecord = new Map(
    (records.get(connection) ?? []).map((record) => [`${record.entity.key} ${record.id}`, record]),
  );
  return [...byRecord.values()];
}

/** How many writes a transaction has noted so far. */
export function writtenCount(connection: Connection): number {
  return records.get(connection)?.length ?? 0;
}

/** Forgets what was noted after so many writes: the transaction went back to a savepoint. */
export function forgetWritten(connection: Connection, count: number): void {
  const held = records.get(connection);
  if (held !== undefined) held.length = count;
}
