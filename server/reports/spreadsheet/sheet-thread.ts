import type { Language } from '../../../src/core/text/language.ts';
import { inLanguage } from '../../ground/language/language.ts';
import { type HandOver, serveThread } from '../../ground/threads/serve-thread.ts';
import { openArchive, readingFault } from './archive.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { RefusedFile } from './refused-file.ts';
import type { SheetRow } from './sheet-row.ts';
import { holdsAnything, readSharedStrings, readSheetParts, walkSheet } from './walk-workbook.ts';
import { createTally } from './walk-xml.ts';

/** A file to read. */
export interface SheetTask {
  readonly content: Uint8Array;
  /** Name under which the person knows it. */
  readonly fileName: string;
  /** Names of the sheets to read besides the first one. */
  readonly wanted: ReadonlySet<string>;
  /** Language of the messages. */
  readonly language: Language;
}

/** What was read since the part before: rows stand under the sheet whose heading came last. */
export type SheetPiece =
  | { readonly sheet: string; readonly main: boolean; readonly head: readonly string[] }
  | { readonly rows: readonly SheetRow[] }
  | { readonly unread: string };

/** What is wrong with the file as a whole; nothing for one that was read. */
export type SheetResult = { readonly refused: readonly string[] };

/** Cells that are handed over at a time: a few milliseconds of whoever takes them. */
const PIECE_CELLS = 3_000;

async function read({ content, fileName, wanted }: SheetTask, handOver: HandOver<SheetPiece>): Promise<void> {
  const archive = await openArchive(Buffer.from(content.buffer, content.byteOffset, content.byteLength), fileName);
  const tally = createTally(fileName);
  const { sheets, strings } = await readSheetParts(archive, tally);
  const shared = strings === undefined ? [] : await readSharedStrings(archive.read(strings), tally);
  for (const [index, { name, hidden, part }] of sheets.entries()) {
    const main = index === 0;
    if (!main && !wanted.has(name)) {
      if (!hidden && name !== '' && (await holdsAnything(archive.read(part), tally))) await handOver({ unread: name });
      continue;
    }
    const pieces: SheetPiece[] = [];
    let rows: SheetRow[] = [];
    let cells = 0;
    const endPiece = () => {
      if (rows.length > 0) pieces.push({ rows });
      rows = [];
      cells = 0;
    };
    const handAllOver = async () => {
      for (const piece of pieces.splice(0)) await handOver(piece);
    };
    await walkSheet(archive.read(part), tally, shared, main ? IMPORT_LIMITS.rows : IMPORT_LIMITS.lines, {
      head: (head) => void pieces.push({ sheet: name, main, head }),
      row(row) {
        rows.push(row);
        cells += row.cells.size;
        if (cells >= PIECE_CELLS) endPiece();
      },
      pause: handAllOver,
    });
    endPiece();
    await handAllOver();
  }
}

serveThread<SheetTask, SheetResult, SheetPiece>((task, handOver) =>
  inLanguage(task.language, async () => {
    try {
      await read(task, handOver);
      return { refused: [] };
    } catch (error) {
      const fault = readingFault(error);
      return { refused: fault instanceof RefusedFile ? fault.messages : [fault.message] };
    }
  }),
);
