import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupFile } from './manifest.ts';

/** What a walk found. */
interface Tree {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/**
 * Folders and plain files below a folder, as paths with slashes; links, sockets and what `skip` names are left out.
 * @param skip called with each path; true leaves it and all below it out.
 */
export function listTree(root: string, skip: (path: string) => boolean): Tree {
  const folders: string[] = [];
  const files: string[] = [];
  const walk = (at: string) => {
    for (const { name } of namesIn(join(root, at))) {
      const path = at === '' ? name : `${at}/${name}`;
      const stat = skip(path) ? undefined : statOf(join(root, path));
      if (stat?.isDirectory()) {
        folders.push(path);
        walk(path);
      } else if (stat?.isFile()) files.push(path);
    }
  };
  walk('');
  return { folders, files };
}

// What is in use changes while it is walked: a file that is gone is none.
function namesIn(folder: string): readonly { readonly name: string }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function statOf(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Copies one file and gives its sum, of what was copied; undefined where it was removed meanwhile. */
export async function copyFile(from: string, to: string, path: string): Promise<BackupFile | undefined> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, next) {
      hash.update(piece);
      size += piece.length;
      next(null, piece);
    },
  });
  try {
    await pipeline(createReadStream(from), counted, createWriteStream(to, { mode: 0o600, flush: true }));
  } catch (error) {
    const { code, path: missing } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && missing === from) return undefined;
    throw error;
  }
  return { path, size, sha256: hash.digest('hex') };
}
