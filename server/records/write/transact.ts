import type { Connection } from '../../ground/database/database.ts';
import type { EntityCall, EntityServices, Tx, WrittenRecord } from '../call/ports.ts';
import type { WriteBatch } from '../call/write-batch.ts';
import { verbs } from './verbs.ts';
import { lastOf } from './written.ts';

/** A transaction that several calls share. */
export interface OpenTransaction {
  readonly db: Connection;
  /** The transaction as that of a call. */
  about(call: EntityCall): Tx;
}

/**
 * Runs work in one transaction of the call's tenant; what it wrote is told after the commit. A deadlock is tried again,
 * so work may run twice.
 */
export function transact<T>(call: EntityCall, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transactAs(call.services, call.context.tenantId, ({ about }) => work(about(call)));
}

/**
 * The same for work that several calls share.
 * @param batch batch that the writes belong to. Default each stands for itself.
 */
export async function transactAs<T>(
  services: EntityServices,
  tenantId: string,
  work: (open: OpenTransaction) => Promise<T>,
  batch?: WriteBatch,
): Promise<T> {
  let written: WrittenRecord[] = [];
  const result = await services.database.transaction(tenantId, async (db) => {
    // It may be another try.
    written = [];
    return workWithin(db, work, { written, batch });
  });
  for (const record of lastOf(written)) await services.written.tell(record);
  return result;
}

/** The same within a transaction that somebody else has begun; nobody is told of what it wrote. */
export async function workWithin<T>(
  db: Connection,
  work: (open: OpenTransaction) => Promise<T>,
  { written = [], batch }: { readonly written?: WrittenRecord[]; readonly batch?: WriteBatch | undefined } = {},
): Promise<T> {
  const shared = {
    written,
    locked: new Map(),
    settling: new Map<string, () => Promise<void>>(),
    told: new Map<string, Set<string>>(),
  };
  const answer = await work({ db, about: (call) => ({ call, db, batch, verbs, ...shared }) });
  await settle(shared.settling);
  return answer;
}

/** Does what waits for the end of the transaction; it may make more wait. */
async function settle(settling: Map<string, () => Promise<void>>): Promise<void> {
  for (const [name, work] of settling) {
    settling.delete(name);
    await work();
  }
}
