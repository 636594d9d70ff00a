import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { IMPORT_LIMITS } from './limits.ts';
import { cutWorkbook, notAWorkbook, RefusedFile, tooMuch } from './refused-file.ts';

const BEGINNING = Buffer.from('PK\x03\x04');

/** The parts of a zip file. */
export interface Archive {
  readonly names: ReadonlySet<string>;
  /**
   * The content of a part, unpacked as it is read; nothing where there is none. All parts together give at most
   * `IMPORT_LIMITS.unpackedBytes`, counted as they come: what a part claims to be counts for nothing.
   */
  read(name: string): AsyncIterable<Buffer>;
}

/**
 * Opens a zip file.
 * @throws RefusedFile where it is none, or holds too many parts.
 */
export async function openArchive(file: Buffer, fileName: string): Promise<Archive> {
  const { zip, entries } = await entriesOf(file, fileName);
  let room: number = IMPORT_LIMITS.unpackedBytes;

  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (entry === undefined) return;
    const content = await opened(zip, entry);
    for await (const chunk of content) {
      room -= chunk.length;
      if (room < 0) throw tooMuch(fileName, 'bytes');
      yield chunk;
    }
  }

  return { names: new Set(entries.keys()), read };
}

async function entriesOf(file: Buffer, fileName: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  try {
    const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: false });
    if (zip.entryCount > IMPORT_LIMITS.entries) throw tooMuch(fileName, 'entries');
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    return { zip, entries };
  } catch (error) {
    // Each zip file begins so, and its list of parts stands at the end, which a file that was cut off has lost.
    const isCut = file.subarray(0, BEGINNING.length).equals(BEGINNING) && !(error instanceof RefusedFile);
    throw isCut ? cutWorkbook(fileName) : readingFault(error);
  }
}

async function opened(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  let content: Readable;
  try {
    content = await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw readingFault(error);
  }
  return content as AsyncIterable<Buffer>;
}

/** Whatever fails while a file is read is the file's fault. */
export function readingFault(error: unknown): Error {
  return error instanceof Error && error.name === 'RefusedFile' ? error : notAWorkbook();
}
