import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Pictures and films that a player keeps: without a network it shows what it has. */
interface MediaSchema extends DBSchema {
  files: { key: [place: string, file: string]; value: Blob };
}

let open: Promise<IDBPDatabase<MediaSchema>> | undefined;

function database(): Promise<IDBPDatabase<MediaSchema>> {
  open ??= openDB<MediaSchema>('anlan-led', 1, { upgrade: (made) => void made.createObjectStore('files') });
  return open;
}

/** A file that is kept; undefined where it is not, or the browser keeps nothing. */
export async function keptFile(place: string, file: string): Promise<Blob | undefined> {
  try {
    return await (await database()).get('files', [place, file]);
  } catch {
    return undefined;
  }
}

/** Keeps a file; a browser without room plays it as long as the page is open. */
export async function keepFile(place: string, file: string, content: Blob): Promise<void> {
  try {
    await (await database()).put('files', content, [place, file]);
  } catch {
    // It is fetched again when the page is opened again.
  }
}

/** Forgets the files of a place that are wanted no more. */
export async function forgetFiles(place: string, wanted: ReadonlySet<string>): Promise<void> {
  try {
    const kept = await database();
    const keys = await kept.getAllKeys('files', IDBKeyRange.bound([place], [place, []]));
    await Promise.all(keys.filter(([, file]) => !wanted.has(file)).map((key) => kept.delete('files', key)));
  } catch {
    // Nothing was kept.
  }
}
