import { createReadStream, mkdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { ByteRange } from './byte-range.ts';

/** Where the contents of files lie. Keys are `<YYYYMMDD>/<tenant>/<id>`; arriving files lie in a folder of their own. */
export interface FileStore {
  /** Path at which an arriving file may be written, on the local disk. */
  arrivalPath(name: string): string;
  /** Names of arriving files, those of a server that was killed included. */
  arrivals(): Promise<readonly string[]>;
  /** Moves an arrived file to its key. When it returns the content survives a power cut. */
  keep(path: string, key: string): Promise<void>;
  /** The content, or a part of it that it has; undefined where there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Nothing happens where there is none. */
  remove(key: string): Promise<void>;
  /** Keys below a folder. */
  list(folder: string): Promise<readonly string[]>;
}

/** Options of {@link createFileStore}. */
interface FileStoreOptions {
  /** Folder on the local disk, absolute, made where missing. */
  readonly folder: string;
  /** Where contents lie instead of in the folder: an object store. Files still arrive in the folder. */
  readonly disk?: Disk;
}

/** Keeps files below `<folder>`, or on another disk, which then is the one to make them durable. */
export function createFileStore({ folder, disk: other }: FileStoreOptions): FileStore {
  const arriving = join(folder, 'arriving');
  const kept = join(folder, 'kept');
  for (const path of [arriving, kept]) mkdirSync(path, { recursive: true, mode: 0o700 });
  const disk = other ?? new Disk(new FSDriver({ location: kept, visibility: 'private' }));

  return {
    arrivalPath: (name) => join(arriving, name),
    arrivals: () => readdir(arriving),
    async keep(path, key) {
      await sync(path);
      if (other !== undefined) return other.moveFromFs(path, key);
      // The driver would copy; a rename is whole or not at all.
      const target = join(kept, key);
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(path, target);
      for (let at = dirname(target); ; at = dirname(at)) {
        await sync(at);
        if (made === undefined || at === dirname(made)) return;
      }
    },
    async read(key, range) {
      if (!(await disk.exists(key))) return undefined;
      if (range === undefined) return disk.getStream(key);
      // Only a local file can be entered in its middle; of another disk the part is cut from the stream.
      if (other === undefined) return createReadStream(join(kept, key), range);
      return Readable.from(part(await disk.getStream(key), range), { objectMode: false });
    },
    remove: (key) => disk.delete(key),
    async list(below) {
      const { objects } = await disk.listAll(below, { recursive: true });
      return [...objects].flatMap((object) => (object.isFile ? [object.key] : []));
    },
  };
}

/** Removes an arrived file; nothing happens where there is none. */
export function discardArrival(path: string): Promise<void> {
  return rm(path, { force: true });
}

async function* part(content: Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (piece.length > 0) yield piece;
    if (at > end) return;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
