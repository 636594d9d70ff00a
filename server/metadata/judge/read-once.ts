import type { MetadataFile } from '../metadata-files.ts';

/** A metadata file as text, from the folder or the database. */
export type MetadataText = Pick<MetadataFile, 'kind' | 'key' | 'area' | 'hash' | 'content'>;

/** Texts that were read before, so that one changed file costs one reading. Dropped whole when it has grown too long. */
const read = new Map<string, unknown>();
const MOST_READ = 2_000;

/** What has been read so far, by the name of the reading, for a tool that keeps it beyond its process. */
export function readings(): ReadonlyMap<string, unknown> {
  return read;
}

/** Takes readings that another process has kept; the tool answers for their having been made by the same code. */
export function takeReadings(kept: ReadonlyMap<string, unknown>): void {
  for (const [name, made] of kept) read.set(name, made);
}

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
