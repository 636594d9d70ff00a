import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { currentLanguage } from '../../../src/core/text/language.ts';
import { say } from '../../../src/core/text/say.ts';
import { createThreadQueue, type Waits } from '../../ground/threads/thread-queue.ts';
import type { SentFile } from '../../records/service/handler.ts';
import { READING_THREAD } from './limits.ts';
import type { SheetRow } from './sheet-row.ts';
import type { SheetPiece, SheetResult, SheetTask } from './sheet-thread.ts';

/** The first sheet of a workbook. */
export interface ReadSheet {
  /** Texts of the first row by column; '' for empty ones. */
  readonly head: readonly string[];
  /** Rows that hold anything, in order. */
  readonly rows: readonly SheetRow[];
}

/** A workbook: its first sheet, and of the others those that were asked for. */
interface ReadBook {
  readonly main: ReadSheet;
  readonly others: ReadonlyMap<string, ReadSheet>;
  /** Names of further sheets that hold anything and are not hidden. */
  readonly unread: readonly string[];
}

/** The error of a file that cannot be imported, with all that is wrong. */
export function fileFault(...messages: readonly string[]): AnlanError {
  return invalidInput(messages.map((msg) => ({ pointer: '/file', msg })));
}

const threads = createThreadQueue<SheetTask, SheetResult, SheetPiece>(
  new URL('./sheet-thread.ts', import.meta.url),
  READING_THREAD,
  {
    busy: () => new AnlanError('filesWaiting'),
    late: () => new ReadingLimit('late'),
    lost: () => new ReadingLimit('lost'),
  },
);

/** The thread gave the file up. */
class ReadingLimit extends Error {
  readonly kind: 'late' | 'lost';

  constructor(kind: 'late' | 'lost') {
    super(kind);
    this.kind = kind;
  }
}

/** Refuses whoever would only wait to be refused, before his file is taken in. */
export function admitWorkbook(): void {
  threads.admit();
}

/**
 * Reads the first sheet of an xlsx file, and further ones by their names, in a thread of its own, one file after the
 * other.
 * @throws AnlanError where it is none, holds too much, or its heading is merged; `filesWaiting` where too many wait and it
 * is not `patient`.
 */
export async function readWorkbook(
  { content, name }: SentFile,
  wanted: ReadonlySet<string> = new Set(),
  waits: Waits = {},
): Promise<ReadBook> {
  const sheets = new Map<string, { readonly head: readonly string[]; readonly rows: SheetRow[] }>();
  const unread: string[] = [];
  let main: string | undefined;
  let last: SheetRow[] = [];
  const take = (piece: SheetPiece) => {
    if ('rows' in piece) for (const row of piece.rows) last.push(row);
    else if ('unread' in piece) unread.push(piece.unread);
    else {
      last = [];
      sheets.set(piece.sheet, { head: piece.head, rows: last });
      if (piece.main) main = piece.sheet;
    }
  };
  const { refused } = await threads
    .run({ content, fileName: name, wanted, language: currentLanguage() }, take, waits)
    .catch((error: unknown) => ({ refused: [limitMessage(error, name)] }));
  if (refused.length > 0) throw fileFault(...refused);
  const sheet = sheets.get(main ?? '');
  if (sheet === undefined) throw fileFault(say('表格的第一行没有表头'));
  sheets.delete(main ?? '');
  return { main: sheet, others: sheets, unread };
}

function limitMessage(error: unknown, file: string): string {
  if (!(error instanceof ReadingLimit)) throw error;
  return error.kind === 'late'
    ? say('“{file}”在{seconds}秒内没有读完，请减少内容或分开导入', { file, seconds: READING_THREAD.within / 1000 })
    : say('“{file}”读取时占用的内存过多，请减少内容或分开导入', { file });
}
