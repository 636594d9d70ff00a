import type { IDBPTransaction, StoreNames } from 'idb';
import { machineNow } from '../plant-clock.ts';
import { type KeptDatabase, type KeptSchema, openKept } from './kept-database.ts';
import { isLocalId, isPhotoOf, type KeptAnswer, type KeptPhoto, type KeptRefusal } from './kept-types.ts';

/** Milliseconds after which a photo that no answer names is forgotten. */
const UNUSED = 24 * 3_600_000;
/** Milliseconds after which what was opened is forgotten where nothing waits. */
const FORGOTTEN = 30 * 24 * 3_600_000;

/** Says that the device has no room for what was to be kept: nothing of it was. */
export class DeviceFullError extends Error {
  constructor() {
    super('the device has no room left');
    this.name = 'DeviceFullError';
  }
}

let open: Promise<KeptDatabase> | undefined;

/** The database of this browser, opened once. */
function database(): Promise<KeptDatabase> {
  open ??= openKept().catch((error: unknown) => {
    open = undefined;
    throw error;
  });
  return open;
}

/** Closes the database, as the end of the program does. */
export async function closeKept(): Promise<void> {
  const found = open;
  open = undefined;
  (await found)?.close();
}

/** Works on the database; once more where a newer program of another tab has closed it under this one. */
async function using<T>(work: (found: KeptDatabase) => Promise<T>): Promise<T> {
  try {
    return await work(await database());
  } catch (error) {
    if (error instanceof Error && error.name === 'QuotaExceededError') throw new DeviceFullError();
    if (!(error instanceof Error) || error.name !== 'InvalidStateError') throw error;
    open = undefined;
    return work(await database());
  }
}

type Stores = readonly StoreNames<KeptSchema>[];
type Change<Names extends Stores> = IDBPTransaction<KeptSchema, Names[number][], 'readwrite'>;

/** Changes stores in one transaction, which is on the disk when it is acknowledged, as far as the device says so. */
function changing<Names extends Stores>(names: Names, work: (change: Change<Names>) => Promise<void>): Promise<void> {
  return using(async (found) => {
    const change = found.transaction([...names], 'readwrite', { durability: 'strict' });
    await Promise.all([work(change), change.done]);
  });
}

const inOrder = (one: KeptAnswer, other: KeptAnswer): number => one.order - other.order;

/** Everything that a person has answered and the server has not taken, in order. */
export async function answersOf(owner: string): Promise<readonly KeptAnswer[]> {
  const found = await using((kept) => kept.getAllFromIndex('answers', 'owner', owner));
  return found.sort(inOrder);
}

/**
 * Keeps an answer behind all earlier ones. What is still being written about the same record becomes part of it. Throws
 * DeviceFullError where there is no room; then nothing of it is kept.
 */
export function keepAnswer(answer: Omit<KeptAnswer, 'order' | 'refused'>): Promise<void> {
  const { owner, subject, body } = answer;
  return changing(['answers', 'opened'], async (change) => {
    const answers = change.objectStore('answers');
    const before = await answers.index('owner').getAll(owner);
    const draft = before.find((one) => one.draft === true && one.subject === subject);
    if (draft !== undefined) await answers.delete(draft.key);
    const order = Math.max(0, ...before.map((one) => one.order)) + 1;
    const own = await change.objectStore('opened').get([owner, ownVersions(subject)]);
    const version = body.version === undefined ? {} : { version: followed(own?.value, body.version) };
    await answers.put({ ...answer, body: { ...draft?.body, ...body, ...version }, order, refused: undefined });
  });
}

/** Lets what is still being written go up: all that a person has of a place, or everywhere. */
export function releaseDrafts(owner: string, place?: string): Promise<void> {
  return changing(['answers'], async (change) => {
    const answers = change.objectStore('answers');
    for (const { draft, ...answer } of await answers.index('owner').getAll(owner)) {
      if (draft === true && (place === undefined || answer.place === place)) await answers.put(answer);
    }
  });
}

/** Under which name it is kept which versions of a record the person's own answers have led to. */
const ownVersions = (subject: string): string => `version/${subject}`;

/**
 * The version to which the person's own answers have brought the one that he saw: a page may still show the record as it
 * was when his last answer is taken. A version that somebody else has made is not followed.
 */
function followed(own: unknown, version: unknown): unknown {
  const next = (own as Readonly<Record<string, unknown>> | undefined)?.[String(version)];
  return next === undefined ? version : followed(own, next);
}

/** Notes why the server has not taken an answer. */
export function noteRefusal(key: string, refused: KeptRefusal): Promise<void> {
  return changing(['answers'], async (change) => {
    const answers = change.objectStore('answers');
    const answer = await answers.get(key);
    if (answer !== undefined) await answers.put({ ...answer, refused });
  });
}

/** Lets a refused answer wait again: under a new key, since the old one may have been answered. */
export function sendAgain(
  key: string,
  next: Pick<KeptAnswer, 'key' | 'body'> & Partial<Pick<KeptAnswer, 'values' | 'lines' | 'deviceTime'>>,
): Promise<void> {
  return changing(['answers'], async (change) => {
    const answers = change.objectStore('answers');
    const answer = await answers.get(key);
    if (answer === undefined) return;
    await answers.delete(key);
    await answers.put({ ...answer, ...next, refused: undefined });
  });
}

/**
 * Forgets an answer that the server has taken, or that the person lets go, with the photos that no other names. Later
 * answers to the record go on from what the server answered, which also takes the place of what was opened.
 * @param record the record as the server has it now; undefined where it did not say.
 */
export function settleAnswer(
  { key, owner, subject, body }: KeptAnswer,
  record: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  return changing(['answers', 'photos', 'opened'], async (change) => {
    const answers = change.objectStore('answers');
    await answers.delete(key);
    const left = await answers.index('owner').getAll(owner);
    if (typeof record?.version === 'number') {
      for (const later of left) {
        if (later.subject !== subject || later.body.version === undefined || later.refused !== undefined) continue;
        await answers.put({ ...later, body: { ...later.body, version: record.version } });
      }
    }
    const named = new Set(left.flatMap(({ body }) => localIds(body)));
    const photos = change.objectStore('photos');
    for (const [, id] of await photos.index('owner').getAllKeys(owner)) {
      if (isPhotoOf(id, subject) && !named.has(id)) await photos.delete([owner, id]);
    }
    if (record === undefined) return;
    const shown = change.objectStore('opened');
    if (typeof record.version === 'number' && body.version !== record.version) {
      const name = ownVersions(subject);
      const before = (await shown.get([owner, name]))?.value ?? {};
      const value = { ...before, [String(body.version)]: record.version };
      await shown.put({ owner, name, value, time: machineNow() });
    }
    for (const one of await shown.index('owner').getAll(owner)) {
      const value = patched(one.value, subject, record);
      if (value !== one.value) await shown.put({ ...one, value });
    }
  });
}

/** What was opened, with a record anywhere in it as it is now; the same where it holds none such. */
function patched(value: unknown, id: string, record: Readonly<Record<string, unknown>>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([key, held]) => [key, held, patched(held, id, record)] as const);
  const same = inner.every(([, held, next]) => held === next);
  if (Array.isArray(value)) return same ? value : inner.map(([, , next]) => next);
  const own = same ? value : Object.fromEntries(inner.map(([key, , next]) => [key, next]));
  return 'id' in value && value.id === id ? { ...own, ...record } : own;
}

/** Local ids of photos anywhere in a body. */
export function localIds(value: unknown): readonly string[] {
  if (isLocalId(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(localIds);
}

/** Keeps a photo that was chosen. Throws DeviceFullError where there is no room. */
export function keepPhoto(photo: KeptPhoto): Promise<void> {
  return changing(['photos'], async (change) => {
    await change.objectStore('photos').put(photo);
  });
}

/** A photo that this device holds; undefined for none. */
export function photoOf(owner: string, id: string): Promise<KeptPhoto | undefined> {
  return using((kept) => kept.get('photos', [owner, id]));
}

/** Notes what the server calls a photo. */
export function notePhoto(owner: string, id: string, sent: KeptPhoto['sent']): Promise<void> {
  return changing(['photos'], async (change) => {
    const photos = change.objectStore('photos');
    const photo = await photos.get([owner, id]);
    if (photo !== undefined) await photos.put({ ...photo, sent });
  });
}

/** Forgets photos that were chosen for an answer which never came, and what was not opened for long. */
export function sweepKept(owner: string, now: number): Promise<void> {
  return changing(['answers', 'photos', 'opened'], async (change) => {
    const answers = await change.objectStore('answers').index('owner').getAll(owner);
    const named = new Set(answers.flatMap(({ body }) => localIds(body)));
    const photos = change.objectStore('photos');
    for (const photo of await photos.index('owner').getAll(owner)) {
      if (!named.has(photo.id) && now - photo.time > UNUSED) await photos.delete([owner, photo.id]);
    }
    if (answers.length > 0) return;
    const opened = change.objectStore('opened');
    for (const { name, time } of await opened.index('owner').getAll(owner)) {
      if (now - time > FORGOTTEN) await opened.delete([owner, name]);
    }
  });
}

/** Keeps what was read from the server. Throws DeviceFullError where there is no room. */
export function keepOpened(owner: string, name: string, value: unknown, time: number): Promise<void> {
  return changing(['opened'], async (change) => {
    await change.objectStore('opened').put({ owner, name, value, time });
  });
}

/** What was read last under a name; undefined for nothing. */
export async function findOpened(owner: string, name: string): Promise<unknown> {
  return (await using((kept) => kept.get('opened', [owner, name])))?.value;
}

/** Forgets all that a person has opened, answered and photographed here. */
export function forgetKept(owner: string): Promise<void> {
  return changing(['answers', 'photos', 'opened'], async (change) => {
    const answers = change.objectStore('answers');
    for (const key of await answers.index('owner').getAllKeys(owner)) await answers.delete(key);
    const photos = change.objectStore('photos');
    for (const key of await photos.index('owner').getAllKeys(owner)) await photos.delete(key);
    const opened = change.objectStore('opened');
    for (const key of await opened.index('owner').getAllKeys(owner)) await opened.delete(key);
  });
}
