import type { ViewColumn } from '../field-view.ts';
import type { RowData } from './rows.ts';

/** Cells of a copied piece of a spreadsheet: lines by tab, quoted where they hold breaks. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const end = () => {
    lines.at(-1)?.push(cell);
    cell = '';
  };
  const source = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/\n$/, '');
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (source[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === '\t') end();
    else if (character === '\n') {
      end();
      lines.push([]);
    } else cell += character;
  }
  end();
  return lines;
}

/** A pasted cell with which something is wrong. */
interface PasteFault {
  /** Index of the row in the table after pasting. */
  readonly row: number;
  readonly column: string;
  /** What was pasted, as it was copied. */
  readonly text: string;
  readonly message: string;
  /** Whether the cell holds the text, so that the form's own check refuses it; else the cell is as it was. */
  readonly held: boolean;
}

/** The table that is pasted into. */
interface PasteTarget {
  readonly rows: readonly RowData[];
  readonly columns: readonly ViewColumn[];
  /** Most rows that it may have. */
  readonly limit: number;
  /** Makes a new row where the piece reaches beyond the last one. */
  create(): RowData;
  /** Whether a cell cannot be entered. Default: none. */
  closed?(row: RowData, column: string): boolean;
}

/** What pasting does to a table. */
export interface Pasted {
  readonly rows: readonly RowData[];
  /** Rows that were written to. */
  readonly count: number;
  readonly faults: readonly PasteFault[];
  /** Lines for which there was no room. */
  readonly left: number;
}

/**
 * Writes a copied piece of a spreadsheet into the table, from one cell on. A first line of column names is no data: it
 * says which columns follow. Computed and signed columns and those of files are stepped over. A text that its column cannot read stays in
 * its cell for a person to mend, where the form refuses it there; else the cell stays as it was.
 */
export function pasteInto(
  { rows, columns, limit, create, closed = () => false }: PasteTarget,
  piece: readonly (readonly string[])[],
  at: { readonly row: number; readonly column: number },
): Pasted {
  const [head = [], ...body] = piece;
  const named = head.map((title) => columns.find((column) => column.field.title === title.trim()));
  const isHead = piece.length > 1 && named.every((column) => column !== undefined);
  const lines = isHead ? body : piece;
  const targets = isHead ? named : columns.slice(at.column);
  const next = [...rows];
  const faults: PasteFault[] = [];
  const room = Math.max(0, limit - at.row);
  for (const [offset, line] of lines.slice(0, room).entries()) {
    const index = at.row + offset;
    const row: Record<string, unknown> = { ...(next[index] ?? create()) };
    for (const [place, text] of line.entries()) {
      const column = targets[place];
      if (column === undefined || column.computed || column.type.seal !== undefined) continue;
      // No text is a file, and an empty one must not take those of the row away.
      if (column.type.group === 'file') continue;
      const { key } = column.field;
      if (closed(row, key)) continue;
      const entered = enteredText(column, text);
      if ('value' in entered) {
        row[key] = entered.value;
        delete row[`${key}Label`];
      }
      if (entered.message === undefined) continue;
      faults.push({ row: index, column: key, text, message: entered.message, held: 'value' in entered });
    }
    next[index] = row;
  }
  return { rows: next, count: Math.min(lines.length, room), faults, left: Math.max(0, lines.length - room) };
}

/** What became of a text in a cell. Without a value the cell stays as it was; with a message something is wrong with it. */
type EnteredText = { readonly value: unknown; readonly message: string | undefined } | { readonly message: string };

/** Reads a text as the value of a column. One that it cannot read is held as it is where the form's own check refuses it. */
export function enteredText({ type, field }: Pick<ViewColumn, 'type' | 'field'>, text: string): EnteredText {
  const parsed = type.parse(text, field);
  if ('value' in parsed) {
    const { value } = parsed;
    return { value, message: value === null ? undefined : type.check(value, field) };
  }
  // An id is text too: what is refused as a name must not be taken for one.
  const isHeld = field.target === undefined && type.check(text, field) !== undefined;
  return isHeld ? { value: text, message: parsed.message } : { message: parsed.message };
}
