import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Media type of `.xlsx`. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file that a call answers as it is read, for browsers to keep. */
export class StreamAnswer {
  readonly contentType: string;
  /** Name under which browsers keep it. */
  readonly name: string;
  readonly content: Readable;

  constructor(contentType: string, name: string, content: Readable) {
    this.contentType = contentType;
    this.name = name;
    this.content = content;
  }
}

/**
 * Has a file made in a folder of its own and gives what reads it; the folder goes when it was read, or given up. A file
 * that is whole before the first byte leaves can still be refused, and a slow reader holds no connection to the database.
 */
export async function madeFile(make: (path: string) => Promise<void>): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), 'anlan-sheet-'));
  const path = join(folder, 'sheet.xlsx');
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    await make(path);
    const content = createReadStream(path);
    content.once('close', () => void discard());
    return content;
  } catch (error) {
    await discard();
    throw error;
  }
}
