import type { Clock } from '../ground/context.ts';
import type { Database } from '../ground/database/database.ts';
import { tenantCodes } from '../ground/database/tenants.ts';
import { wallDate } from '../ground/database/wall-clock.ts';
import { heldContents, removeUnclaimed } from './attach-table.ts';
import { discardArrival, type FileStore } from './file-store.ts';

const day = 86_400_000;

interface FileSweepOptions {
  readonly database: Database;
  readonly drive: FileStore;
  readonly clock: Clock;
}

/** Key of a new file's content. Days are those of UTC: the sweep goes by them. */
export function storeKey(now: Date, tenantId: string, attachId: string, extension: string): string {
  const tail = /^[a-z0-9]{1,20}$/.test(extension) ? `.${extension}` : '';
  return `${dayFolder(now.getTime())}/${tenantId}/${attachId}${tail}`;
}

/** Name of an arriving file, from which the sweep tells its age. */
export function arrivalName(now: Date, attachId: string): string {
  return `${now.getTime()}-${attachId}.part`;
}

/**
 * Removes files that belong to nobody for 24 hours, and what a killed server left: arriving files and contents without
 * a record of the same age. Gives the number of removed records.
 */
export async function sweepFiles({ database, drive, clock }: FileSweepOptions): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - day);
  let removed = 0;
  for (const tenantId of await tenantCodes(database, 'all')) {
    const rows = await database.transaction(tenantId, (connection) => removeUnclaimed(connection, { before }, now));
    for (const { name, shared } of rows) if (!shared) await drive.remove(name);
    removed += rows.length;
  }
  for (const name of await drive.arrivals()) {
    if (Number(name.split('-')[0]) < before.getTime()) await discardArrival(drive.arrivalPath(name));
  }
  // The two days that lie wholly more than a day back; older ones were swept in their turn.
  for (const back of [2, 3]) await sweepContents(database, drive, dayFolder(now.getTime() - back * day));
  return removed;
}

async function sweepContents(database: Database, drive: FileStore, folder: string): Promise<void> {
  const byTenant = Map.groupBy(await drive.list(folder), (key) => key.split('/')[1] ?? '');
  for (const [tenantId, keys] of byTenant) {
    const known = await database.withTenant(tenantId, (connection) => heldContents(connection, keys));
    for (const key of keys) if (!known.has(key)) await drive.remove(key);
  }
}

function dayFolder(time: number): string {
  return wallDate(time, 'UTC').replaceAll('-', '');
}
