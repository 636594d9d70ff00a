import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { fingerprint } from '../../server/ground/fingerprint.mjs';
import { readings, takeReadings } from '../../server/metadata/judge/read-once.ts';

/** What decides what is made of a text: other code makes other readings of it. */
const READERS = ['src/core', 'src/field-types', 'src/page-kinds', 'server/metadata', 'schemas/meta'];

const PREFIX = 'readings-';

/** A kept reading may have been made by a Node whose values are laid out otherwise. */
const fileOf = (root: string): string =>
  join(root, '.cache', 'tools', `${PREFIX}${process.version}-${fingerprint(root, READERS).slice(0, 16)}`);

/**
 * Does work with what an earlier process has read of the same texts, by their hashes, and keeps what it has read: most of
 * the time of a command goes into files that nobody has changed.
 * @param root the repository's folder.
 * @param spared how many new readings are not worth keeping: those of files that are about to change again. Default 0.
 */
export async function withKeptReadings<T>(root: string, work: () => Promise<T>, spared = 0): Promise<T> {
  const file = fileOf(root);
  const kept = load(file);
  takeReadings(kept);
  const result = await work();
  const latest = latestOf(readings());
  if ([...latest.keys()].filter((name) => !kept.has(name)).length > spared) keep(file, latest);
  return result;
}

/** Of each file its last reading. */
function latestOf(all: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const names = new Map([...all.keys()].filter(isKept).map((name) => [name.split(' ', 2).join(' '), name]));
  return new Map([...names.values()].map((name) => [name, all.get(name)]));
}

/** Blocks know how to find places in their text: no value that can be kept. */
const isKept = (name: string): boolean => !name.startsWith('block ');

function load(file: string): ReadonlyMap<string, unknown> {
  if (!existsSync(file)) return new Map();
  try {
    return deserialize(readFileSync(file)) as ReadonlyMap<string, unknown>;
  } catch {
    // Broken off or made by a Node of other values: read anew.
    return new Map();
  }
}

function keep(file: string, made: ReadonlyMap<string, unknown>): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.startsWith(PREFIX)) rmSync(join(folder, name), { force: true });
  // Whole or not at all: another process may read it at this moment.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, serialize(made));
  renameSync(draft, file);
}
