import type { MetadataFile } from '../metadata-files.ts';

/** A metadata file as text, from the folder or the database. */
export type MetadataText = Pick<MetadataFile, 'kind' | 'key' | 'area' | 'hash' | 'content'>;

/** Texts that were read before, so that one changed file costs one reading. Dropped whole when it has grown too long. */
const read = new Map<string, unknown>();
const MOST_READ = 2_000;

/**
 * What was made of a text, made once while it stays the same.
 * @param beside what else it was made of, besides the text itself. Default nothing.
 */
export function readOnce<T>({ kind, key, area, hash }: MetadataText, make: () => T, beside = ''): T {
  const name = `${kind} ${area}/${key} ${hash} ${beside}`;
  if (read.has(name)) return read.get(name) as T;
  if (read.size >= MOST_READ) read.clear();
  const made = make();
  read.set(name, made);
  return made;
}
