import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { KEPT_DATABASE } from './kept-owner.ts';
import type { KeptAnswer, KeptPhoto, Opened } from './kept-types.ts';

/** What this device keeps: answers on their way, their photos, and what was opened. */
export interface KeptSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer; indexes: { owner: string } };
  photos: { key: [owner: string, id: string]; value: KeptPhoto; indexes: { owner: string } };
  opened: { key: [owner: string, name: string]; value: Opened; indexes: { owner: string } };
}

export type KeptDatabase = IDBPDatabase<KeptSchema>;

type Upgrade = IDBPTransaction<KeptSchema, StoreNames<KeptSchema>[], 'versionchange'>;

/**
 * Steps from one form of the database to the next; the database of a device that was away for long takes several. A step
 * that was released is never changed: what is kept by it may lie on a phone still.
 */
const STEPS: readonly ((database: KeptDatabase, upgrade: Upgrade) => void | Promise<void>)[] = [
  (database) => {
    database.createObjectStore('answers', { keyPath: 'key' }).createIndex('owner', 'owner');
    database.createObjectStore('photos', { keyPath: ['owner', 'id'] }).createIndex('owner', 'owner');
    database.createObjectStore('opened', { keyPath: ['owner', 'name'] }).createIndex('owner', 'owner');
  },
];

/** Opens the database, brought to the present form; an older tab gives way to a newer program. */
export function openKept(steps: typeof STEPS = STEPS): Promise<KeptDatabase> {
  const opening = openDB<KeptSchema>(KEPT_DATABASE, steps.length, {
    async upgrade(database, from, _to, upgrade) {
      for (const step of steps.slice(from)) await step(database, upgrade);
    },
    blocking: () => void opening.then((database) => database.close()),
  });
  return opening;
}

/** The steps until now, for a test that adds one. */
export const KEPT_STEPS = STEPS;
