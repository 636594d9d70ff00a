import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Arrow } from './circles.ts';

/** Faults of the structure that stood when it was first checked and that nobody has mended yet. */
export interface KnownFaults {
  /** Files of each circle of imports, in order. */
  readonly circles: readonly (readonly string[])[];
  /** Imports against the order of the server's rooms: each importing file with what it imports. */
  readonly backwardImports: Readonly<Record<string, readonly string[]>>;
  /** Names that no other file takes, by the file that exports them. */
  readonly unusedExports: Readonly<Record<string, readonly string[]>>;
  /** Exported names that several files give a meaning of their own. */
  readonly repeatedNames: readonly string[];
}

/** Where no list is, nothing is known. */
export const NO_FAULTS: KnownFaults = { circles: [], backwardImports: {}, unusedExports: {}, repeatedNames: [] };

/** What was found in a checkout, as far as the list of known faults names it. */
export interface FoundFaults {
  readonly circles: readonly (readonly string[])[];
  readonly backwardImports: readonly Arrow[];
  readonly unusedExports: readonly { readonly file: string; readonly name: string }[];
  readonly repeatedNames: Iterable<string>;
}

const FILE = 'scripts/layers/known-faults.json';

/** Known faults of a checkout; none where it has no list. Throws where the list is no JSON. */
export function readKnownFaults(root: string): KnownFaults {
  try {
    return { ...NO_FAULTS, ...(JSON.parse(readFileSync(join(root, FILE), 'utf8')) as Partial<KnownFaults>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_FAULTS;
    throw error;
  }
}

/** Writes the list of a checkout. */
export function writeKnownFaults(root: string, faults: KnownFaults): void {
  writeFileSync(join(root, FILE), `${JSON.stringify(faults, null, 2)}\n`);
}

/** Whether one known circle holds all files of a circle. It may hold more: the circle was opened in part. */
export function isKnownCircle(known: KnownFaults, circle: readonly string[]): boolean {
  return known.circles.some((files) => circle.every((file) => files.includes(file)));
}

/** Whether a known import leads from the same file to the same file, wherever in the file it stands. */
export function isKnownImport(known: KnownFaults, { from, to }: Arrow): boolean {
  return known.backwardImports[from]?.includes(to) === true;
}

/**
 * What is left of the known faults: imports and names that still stand, and of each known circle the files that still
 * stand in one circle. Nothing is added, whatever was found.
 */
export function shrinkKnownFaults(known: KnownFaults, found: FoundFaults): KnownFaults {
  const circles = known.circles.flatMap((files) =>
    found.circles
      .map((circle) => files.filter((file) => circle.includes(file)))
      .filter((left) => left.length > 1 || (left.length === 1 && files.length === 1)),
  );
  const repeated = new Set(found.repeatedNames);
  return {
    circles,
    backwardImports: filtered(known.backwardImports, (from, to) =>
      found.backwardImports.some((arrow) => arrow.from === from && arrow.to === to),
    ),
    unusedExports: filtered(known.unusedExports, (file, name) =>
      found.unusedExports.some((site) => site.file === file && site.name === name),
    ),
    repeatedNames: known.repeatedNames.filter((name) => repeated.has(name)),
  };
}

function filtered(
  lists: Readonly<Record<string, readonly string[]>>,
  stands: (file: string, entry: string) => boolean,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(lists)
      .map(([file, entries]) => [file, entries.filter((entry) => stands(file, entry))] as const)
      .filter(([, entries]) => entries.length > 0),
  );
}

/** Known imports, one by one. */
export function knownImports({ backwardImports }: KnownFaults): Arrow[] {
  return Object.entries(backwardImports).flatMap(([from, imports]) => imports.map((to) => ({ from, to })));
}
