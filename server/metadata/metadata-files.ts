import { createHash } from 'node:crypto';
import { type BigIntStats, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { blockFile } from '../../src/core/dialect/resolve/blocks.ts';
import { jointPageFile } from '../../src/core/joint/build-joint.ts';

/** Kind of a metadata file. */
export type MetadataKind =
  | 'entity'
  | 'page'
  | 'block'
  | 'dictionary'
  | 'menu'
  | 'roles'
  | 'settings'
  | 'rows'
  | 'locale';

/** A metadata file as read from the folder `schemas`. */
export interface MetadataFile {
  readonly kind: MetadataKind;
  /** Entity key, page code, `risk/analysis` for a block, dictionary code, `menu`, `roles`, or `en-US/base` for translations: by the file's name. */
  readonly key: string;
  /** Folder under areas; '' for dictionaries and the menu. */
  readonly area: string;
  /** Path from the repository's root, for messages. */
  readonly file: string;
  readonly content: string;
  readonly hash: string;
}

/** What a file held when it was last read, by its path, for whoever reads a folder again and again. */
export type FileMemory = Map<string, { readonly stamp: string; readonly text: FileText }>;

type FileText = Pick<MetadataFile, 'content' | 'hash'>;

/** Milliseconds for which a file that was written is read each time: it may be written again in the same tick of its clock. */
const UNSETTLED = 2_000;

/** What a file holds now; where nothing but its age has changed since it was remembered, that. */
function textOf(file: string, memory: FileMemory | undefined): FileText {
  const read = (): FileText => {
    const content = readFileSync(file, 'utf8');
    return { content, hash: createHash('sha256').update(content).digest('hex') };
  };
  if (memory === undefined) return read();
  // Before it is read: what is written meanwhile gives it another stamp.
  const stats = statSync(file, { bigint: true });
  const stamp = stampOf(stats);
  const known = memory.get(file);
  if (known?.stamp === stamp) return known.text;
  const text = read();
  if (Date.now() - Number(stats.ctimeMs) > UNSETTLED) memory.set(file, { stamp, text });
  else memory.delete(file);
  return text;
}

function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** What is read of a file that vanishes meanwhile: nothing. */
function unlessGone<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise;
    throw error;
  }
}

/** Names in a folder, sorted; a folder that is not there holds none. */
function names(...folder: readonly string[]): readonly string[] {
  return unlessGone(() => readdirSync(path.join(...folder)).sort(), []);
}

/** Path of a metadata file from the repository's root. */
export function metadataFileName({ kind, key, area }: Pick<MetadataFile, 'kind' | 'key' | 'area'>): string {
  switch (kind) {
    case 'entity':
      return `schemas/areas/${area}/${key}.entity.json`;
    case 'page':
      return jointPageFile(key);
    case 'block':
      return blockFile(key);
    case 'dictionary':
      return `schemas/dictionaries/${key}.json`;
    case 'rows':
      return `schemas/rows/${area}/${key}.json`;
    case 'menu':
      return 'schemas/menus/menu.json';
    case 'roles':
      return 'schemas/roles.json';
    default:
      return `schemas/${kind === 'locale' ? 'locales' : kind}/${key}.json`;
  }
}

/**
 * Reads all metadata files below `folder` (the repository's `schemas`), in an order that does not depend on the machine.
 * A file that vanishes meanwhile is left out.
 * @param memory what was read before, which is not read again while it stays as it is. Default all is read.
 */
export function readMetadataFiles(folder: string, memory?: FileMemory): MetadataFile[] {
  const files: MetadataFile[] = [];
  const add = (kind: MetadataKind, key: string | undefined, area = ''): void => {
    if (key === undefined) return;
    const file = metadataFileName({ kind, key, area });
    const text = unlessGone(() => textOf(path.join(folder, file.slice('schemas/'.length)), memory), undefined);
    if (text !== undefined) files.push({ kind, key, area, file, ...text });
  };
  for (const area of names(folder, 'areas')) {
    for (const name of names(folder, 'areas', area)) add('entity', /^(\w+)\.entity\.json$/.exec(name)?.[1], area);
  }
  for (const name of names(folder, 'pages')) add('page', /^(\w+)\.page\.json$/.exec(name)?.[1]);
  for (const area of names(folder, 'blocks')) {
    for (const name of names(folder, 'blocks', area)) {
      const block = /^([A-Za-z0-9-]+)\.block\.json$/.exec(name)?.[1];
      add('block', block === undefined ? undefined : `${area}/${block}`, area);
    }
  }
  for (const name of names(folder, 'dictionaries')) add('dictionary', /^([a-z0-9-]+)\.json$/.exec(name)?.[1]);
  for (const name of names(folder, 'settings')) {
    const area = /^([a-z-]+)\.json$/.exec(name)?.[1];
    add('settings', area, area);
  }
  for (const area of names(folder, 'rows')) {
    for (const name of names(folder, 'rows', area)) add('rows', /^(\w+)\.json$/.exec(name)?.[1], area);
  }
  for (const language of names(folder, 'locales')) {
    for (const name of names(folder, 'locales', language)) {
      const match = /^([\w-]+)\.json$/.exec(name)?.[1];
      add('locale', match === undefined ? undefined : `${language}/${match}`);
    }
  }
  add('roles', 'roles');
  add('menu', 'menu');
  return files;
}
