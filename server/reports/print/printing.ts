import { buffer } from 'node:stream/consumers';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { findAttachments } from '../../files/attach-table.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Database } from '../../ground/database/database.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { PRINT_LIMITS } from './print-document.ts';
import { createPrintPool, type PrintPool, type PrintPoolOptions } from './print-pool.ts';
import { printableSize } from './printable-picture.ts';
import { readPrint } from './read-print.ts';

/** A file that a call answers instead of data. */
export class FileAnswer {
  readonly contentType: string;
  /** Name under which browsers keep it. */
  readonly name: string;
  readonly content: Uint8Array;

  constructor(contentType: string, name: string, content: Uint8Array) {
    this.contentType = contentType;
    this.name = name;
    this.content = content;
  }
}

/** How much longer a document may take that nobody waits for. */
const UNHURRIED = 6;

/** Prints records. */
export interface Printing {
  /**
   * Records as one PDF, as the caller may see them, each on pages of its own. Throws `printTooMany` above
   * `PRINT_LIMITS.records`, `printTooLarge` where they do not fit into one document.
   * @param report is told how many records were read, where nobody waits for the file; what it throws ends the print.
   */
  print(
    call: EntityCall,
    ids: readonly string[],
    origin: string | undefined,
    report?: (done: number) => void,
  ): Promise<FileAnswer>;
  close(): Promise<void>;
}

/** Creates what prints, over the contents of the files. */
export function createPrinting(
  sources: { readonly database: Database; readonly drive: FileStore },
  options: PrintPoolOptions = {},
): Printing {
  const { database, drive } = sources;
  const pool: PrintPool = createPrintPool(options);
  // A thread of its own: whoever waits for one page does not wait for somebody's batch.
  const unhurried: PrintPool = createPrintPool({ ...options, within: (options.within ?? 30_000) * UNHURRIED });

  async function readPictures(call: EntityCall, ids: readonly string[]): Promise<Record<string, Uint8Array>> {
    const rows = await database.withTenant(call.context.tenantId, (connection) => findAttachments(connection, ids));
    const found: Record<string, Uint8Array> = {};
    let bytes = 0;
    for (const row of rows) {
      const size = Number(row.attachSize);
      if (!/^image\/(?:png|jpeg)$/.test(row.contentType)) continue;
      if (size > PRINT_LIMITS.pictureBytes || bytes + size > PRINT_LIMITS.allPictureBytes) continue;
      const content = await drive.read(row.name);
      if (content === undefined) continue;
      const picture = new Uint8Array(await buffer(content));
      if (printableSize(picture) === undefined) continue;
      bytes += picture.length;
      found[row.id] = picture;
    }
    return found;
  }

  return {
    async print(call, ids, origin, report) {
      if (ids.length > PRINT_LIMITS.records) throw new AnlanError('printTooMany', { count: PRINT_LIMITS.records });
      const document = await readPrint(call, ids, { readPictures, origin, report });
      return new FileAnswer(
        'application/pdf',
        `${document.title}.pdf`,
        await (report === undefined ? pool : unhurried).render(document),
      );
    },
    async close() {
      await pool.close();
      await unhurried.close();
    },
  };
}
