import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Kind of a metadata file. */
export type MetadataKind = 'entity' | 'dictionary' | 'menu' | 'settings' | 'rows' | 'locale';

/** A metadata file as read from the folder `schemas`. */
export interface MetadataFile {
  readonly kind: MetadataKind;
  /** Entity key, dictionary code, `menu`, or `en-US/base` for translations: by the file's name. */
  readonly key: string;
  /** Folder under areas; '' for dictionaries and the menu. */
  readonly area: string;
  /** Path from the repository's root, for messages. */
  readonly file: string;
  readonly content: string;
  readonly hash: string;
}

async function readOne(kind: MetadataKind, key: string, area: string, folder: string, file: string) {
  const content = await readFile(path.join(folder, file), 'utf8');
  const hash = createHash('sha256').update(content).digest('hex');
  return { kind, key, area, file: path.posix.join('schemas', file), content, hash } satisfies MetadataFile;
}

/** Names in a folder, sorted; a folder that is not there holds none. */
async function names(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Reads all metadata files below `folder` (the repository's `schemas`). A file that vanishes meanwhile is left out. */
export async function readMetadataFiles(folder: string): Promise<MetadataFile[]> {
  const reads: Promise<MetadataFile>[] = [];
  for (const area of await names(path.join(folder, 'areas'))) {
    for (const name of await names(path.join(folder, 'areas', area))) {
      const match = /^(\w+)\.entity\.json$/.exec(name);
      if (match?.[1]) reads.push(readOne('entity', match[1], area, folder, path.posix.join('areas', area, name)));
    }
  }
  for (const name of await names(path.join(folder, 'dictionaries'))) {
    const match = /^([a-z0-9-]+)\.json$/.exec(name);
    if (match?.[1]) reads.push(readOne('dictionary', match[1], '', folder, path.posix.join('dictionaries', name)));
  }
  for (const name of await names(path.join(folder, 'settings'))) {
    const match = /^([a-z-]+)\.json$/.exec(name);
    if (match?.[1]) reads.push(readOne('settings', match[1], match[1], folder, path.posix.join('settings', name)));
  }
  for (const area of await names(path.join(folder, 'rows'))) {
    for (const name of await names(path.join(folder, 'rows', area))) {
      const match = /^(\w+)\.json$/.exec(name);
      if (match?.[1]) reads.push(readOne('rows', match[1], area, folder, path.posix.join('rows', area, name)));
    }
  }
  for (const language of await names(path.join(folder, 'locales'))) {
    for (const name of await names(path.join(folder, 'locales', language))) {
      const match = /^([\w-]+)\.json$/.exec(name);
      const key = `${language}/${match?.[1] ?? ''}`;
      if (match?.[1]) reads.push(readOne('locale', key, '', folder, path.posix.join('locales', language, name)));
    }
  }
  reads.push(readOne('menu', 'menu', '', folder, 'menus/menu.json'));
  const settled = await Promise.allSettled(reads);
  return settled.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value];
    if ((result.reason as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw result.reason;
  });
}
