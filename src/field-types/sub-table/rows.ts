import { Decimal, roundHalfAway, toDecimal } from '../../core/expression/decimal.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import type { ViewColumn } from '../field-view.ts';

/** One row of a sub-table by column key. */
export type RowData = Readonly<Record<string, unknown>>;

/** Rows of a value; anything else gives none. */
export function tableRows(value: unknown): readonly RowData[] {
  if (!Array.isArray(value)) return [];
  return value.filter((row): row is RowData => typeof row === 'object' && row !== null && !Array.isArray(row));
}

/** Decimals with which a column's numbers are written. */
function scaleOf({ field, type }: ViewColumn): number {
  return field.property.scale ?? type.defaultScale ?? 0;
}

/** Whether a column's numbers add up to something; stars and bars do not. */
export function isSummed({ field, type }: ViewColumn): boolean {
  const { property } = field;
  return (
    (property.type === 'number' || property.type === 'integer') && ['number', 'amount', 'calculate'].includes(type.type)
  );
}

/** The exact sum of a column as its field writes it; '' where no row has a number. */
export function columnTotal(column: ViewColumn, rows: readonly RowData[]): string {
  const numbers = rows.flatMap((row) => {
    const cell = row[column.field.key];
    return typeof cell === 'number' ? (toDecimal(cell) ?? []) : [];
  });
  if (numbers.length === 0) return '';
  const sum = numbers.reduce((total, number) => total.plus(number), new Decimal(0));
  return column.type.format(Number(roundHalfAway(sum, scaleOf(column)).toString()), column.field);
}

/** What is wrong in one cell, without table, row and column in front: they are plain from where it stands. */
export function cellFault(
  faults: readonly WireFault[],
  table: { readonly key: string; readonly title: string },
  index: number,
  column: { readonly key: string; readonly title: string },
): string | undefined {
  const found = faults.find(({ pointer }) => pointer === `/${table.key}/${index}/${column.key}`);
  if (found === undefined) return undefined;
  const front = `${table.title}第${index + 1}行`;
  const message = found.msg.startsWith(front) ? found.msg.slice(front.length) : found.msg;
  return message.startsWith(column.title) ? message.slice(column.title.length) : message;
}

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

/** What pasting does to a table. */
export interface Pasted {
  readonly rows: readonly RowData[];
  /** Rows that were written to. */
  readonly count: number;
  /** Cells that could not be read, in words. */
  readonly refusals: readonly string[];
  /** Lines for which there was no room. */
  readonly left: number;
}

/**
 * Writes a copied piece of a spreadsheet into the table, from one cell on. A first line of column names is no data: it
 * says which columns follow. Computed columns are stepped over, a cell that cannot be read stays as it was.
 * @param create makes a new row where the piece reaches beyond the last one.
 */
export function pasteInto(
  rows: readonly RowData[],
  columns: readonly ViewColumn[],
  piece: readonly (readonly string[])[],
  at: { readonly row: number; readonly column: number },
  limit: number,
  create: () => RowData,
): Pasted {
  const [head = [], ...body] = piece;
  const named = head.map((title) => columns.find((column) => column.field.title === title.trim()));
  const isHead = piece.length > 1 && named.every((column) => column !== undefined);
  const lines = isHead ? body : piece;
  const targets = isHead ? named : columns.slice(at.column);
  const next = [...rows];
  const refusals: string[] = [];
  const room = Math.max(0, limit - at.row);
  for (const [offset, line] of lines.slice(0, room).entries()) {
    const index = at.row + offset;
    const row: Record<string, unknown> = { ...(next[index] ?? create()) };
    for (const [place, text] of line.entries()) {
      const column = targets[place];
      if (column === undefined || column.computed || column.type.seal !== undefined) continue;
      const parsed = column.type.parse(text, column.field);
      if ('message' in parsed) refusals.push(`第${index + 1}行${column.field.title}${parsed.message}`);
      else row[column.field.key] = parsed.value;
    }
    next[index] = row;
  }
  return { rows: next, count: Math.min(lines.length, room), refusals, left: Math.max(0, lines.length - room) };
}

/** The list with one entry moved up or down by one; itself where there is no room. */
export function movedBy<T>(list: readonly T[], index: number, step: 1 | -1): readonly T[] {
  const target = index + step;
  const [one, other] = [list[index], list[target]];
  if (index < 0 || target < 0 || one === undefined || other === undefined) return list;
  return list.map((entry, place) => (place === index ? other : place === target ? one : entry));
}
