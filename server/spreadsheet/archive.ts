import { once } from 'node:events';
import { createInflateRaw } from 'node:zlib';
import { IMPORT_LIMITS } from './limits.ts';

/** Why a file cannot be read as a workbook. */
export type ArchiveFault = 'none' | 'tooLarge';

/** What a walk through the file found. */
export interface ArchiveContent {
  readonly names: ReadonlySet<string>;
  /** Merged ranges of the first sheet: `A1:B1`. */
  readonly merges: readonly string[];
  /** The same archive with its reader's order: what cells refer to in front of the sheets, the first of which comes first, and nothing else. */
  readonly ordered: Buffer;
}

const FILE = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const HEADER = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const SIZES_BEHIND = 8;
const CHUNK = 65_536;
/** What the reader has to know before it reads a sheet. */
const BEFORE_SHEET = ['[Content_Types].xml', 'xl/_rels/workbook.xml.rels', 'xl/workbook.xml', 'xl/sharedStrings.xml'];
const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/;
/** Sheets behind the first one that are handed to the reader. */
const MORE_SHEETS = 20;
const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"/g;
/** Longest piece of a `mergeCell` element that may stand across two chunks. */
const OVERLAP = 200;
const MOST_MERGES = 10_000;

/**
 * Walks through a zip file from its beginning, as its reader will, unpacking each part and keeping nothing of it: so
 * what a part claims to be counts for nothing, and one that swells is given up at the limit.
 * @returns why it is no workbook that could be read, else what it holds.
 */
export async function inspectArchive(file: Buffer): Promise<ArchiveContent | ArchiveFault> {
  const names = new Set<string>();
  const parts = new Map<string, Buffer>();
  const merges: string[] = [];
  let sheet: string | undefined;
  let room: number = IMPORT_LIMITS.unpackedBytes;
  let at = 0;
  while (at + HEADER <= file.length && file.readUInt32LE(at) === FILE) {
    const from = at;
    const flags = file.readUInt16LE(at + 6);
    const method = file.readUInt16LE(at + 8);
    const packed = file.readUInt32LE(at + 18);
    const nameLength = file.readUInt16LE(at + 26);
    const begin = at + HEADER + nameLength + file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + HEADER, at + HEADER + nameLength);
    const behind = (flags & SIZES_BEHIND) !== 0;
    if ((flags & ENCRYPTED) !== 0 || begin > file.length || names.has(name)) return 'none';
    names.add(name);
    if (names.size > IMPORT_LIMITS.entries) return 'tooLarge';
    if (sheet === undefined && SHEET.test(name)) sheet = name;
    if (method === STORED && !behind) {
      if (begin + packed > file.length) return 'none';
      room -= packed;
      if (room < 0) return 'tooLarge';
      if (name === sheet) collectMerges(file.toString('utf8', begin, begin + packed), merges);
      at = begin + packed;
      parts.set(name, file.subarray(from, at));
      continue;
    }
    if (method !== DEFLATED) return 'none';
    const end = behind ? file.length : begin + packed;
    if (end > file.length) return 'none';
    const found = await unpack(file.subarray(begin, end), room, name === sheet ? merges : undefined);
    if (typeof found === 'string') return found;
    room -= found.unpacked;
    if (!behind && found.packed !== packed) return 'none';
    at = begin + found.packed;
    if (behind) at += file.length >= at + 4 && file.readUInt32LE(at) === DESCRIPTOR ? 16 : 12;
    parts.set(name, file.subarray(from, at));
  }
  const whole = names.has('[Content_Types].xml') && names.has('xl/workbook.xml') && sheet !== undefined;
  if (!whole) return 'none';
  // Strings behind the sheet would have the reader put it into a temporary file first, and lose them at times.
  const sheets = [...parts.keys()].filter((name) => SHEET.test(name)).slice(0, MORE_SHEETS + 1);
  const ordered = [...BEFORE_SHEET, ...sheets].flatMap((name) => parts.get(name) ?? []);
  return { names, merges, ordered: Buffer.concat([...ordered, file.subarray(at)]) };
}

async function unpack(
  packed: Buffer,
  room: number,
  merges: string[] | undefined,
): Promise<{ packed: number; unpacked: number } | ArchiveFault> {
  const inflate = createInflateRaw();
  let unpacked = 0;
  let tail = '';
  const broken: { fault?: ArchiveFault } = {};
  inflate.on('data', (chunk: Buffer) => {
    unpacked += chunk.length;
    if (unpacked > room) {
      broken.fault = 'tooLarge';
      inflate.destroy();
    } else if (merges !== undefined) {
      // Names of cells and elements are plain letters, wherever a chunk cuts the rest.
      tail = collectMerges(tail + chunk.toString('latin1'), merges).slice(-OVERLAP);
    }
  });
  inflate.on('error', () => {
    broken.fault ??= 'none';
  });
  const done = Promise.race([once(inflate, 'end'), once(inflate, 'close')]).catch(() => undefined);
  for (let at = 0; at < packed.length && broken.fault === undefined && !inflate.readableEnded; at += CHUNK) {
    if (!inflate.write(packed.subarray(at, at + CHUNK))) {
      await Promise.race([once(inflate, 'drain'), done]).catch(() => undefined);
    }
  }
  if (!inflate.destroyed) inflate.end();
  await done;
  return broken.fault ?? { packed: inflate.bytesWritten, unpacked };
}

/** Notes the merged ranges of a text, each once; gives what behind the last of them may be the begin of another. */
function collectMerges(text: string, merges: string[]): string {
  let end = 0;
  for (const match of text.matchAll(MERGE)) {
    if (merges.length < MOST_MERGES) merges.push(match[1] ?? '');
    end = match.index + match[0].length;
  }
  return text.slice(end);
}
