import type { FieldContext } from '../../core/field-type.ts';
import { say } from '../../core/text/say.ts';
import type { WireFault } from '../../core/wire/contract.ts';

/** One row of a sub-table by column key. */
export type RowData = Readonly<Record<string, unknown>>;

/** Rows of a value; anything else gives none. */
export function tableRows(value: unknown): readonly RowData[] {
  if (!Array.isArray(value)) return [];
  return value.filter((row): row is RowData => typeof row === 'object' && row !== null && !Array.isArray(row));
}

/** Whether a column's figures stand at the right. */
export function isFigure({ property }: Pick<FieldContext, 'property'>): boolean {
  return property.type === 'number' || property.type === 'integer';
}

/**
 * What is wrong in the cells by `<row>/<column>`, without table, row and column in front: they are plain from where it
 * stands. Faults of the table itself are left out.
 */
export function cellFaults(
  faults: readonly WireFault[],
  table: { readonly key: string; readonly title: string },
  columns: readonly { readonly key: string; readonly title: string }[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const start = `/${table.key}/`;
  for (const { pointer, msg } of faults) {
    if (!pointer.startsWith(start)) continue;
    const place = pointer.slice(start.length);
    const [index = '', key = ''] = place.split('/');
    if (key === '' || found.has(place)) continue;
    const front = say('{table}第{number}行', { table: table.title, number: Number(index) + 1 });
    const message = (msg.startsWith(front) ? msg.slice(front.length) : msg).trimStart();
    const title = columns.find((column) => column.key === key)?.title ?? '';
    found.set(place, message.startsWith(title) ? message.slice(title.length).trimStart() : message);
  }
  return found;
}

/**
 * What stands below the cells of the rows that have something to say, one line for each column, by the row's key.
 * @param marks what was pasted and could not be taken, by `<key of the row>/<column>`; it goes before a fault.
 * @param found faults by `<index of the row>/<column>`.
 */
export function rowMessages(
  columns: readonly { readonly field: { readonly key: string } }[],
  keys: readonly number[],
  marks: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): ReadonlyMap<number, string> {
  const marked = [...marks.keys()].map((place) => Number(place.split('/')[0]));
  const faulty = [...found.keys()].map((place) => keys[Number(place.split('/')[0])]);
  const lines = new Map<number, string>();
  for (const key of new Set([...marked, ...faulty])) {
    if (key === undefined) continue;
    const index = keys.indexOf(key);
    const cells = columns.map(({ field }) => marks.get(`${key}/${field.key}`) ?? found.get(`${index}/${field.key}`));
    lines.set(key, cells.map((message) => message ?? '').join('\n'));
  }
  return lines;
}

/** A row without what nobody can copy: files, signatures, and the id of a row that is a record. */
export function copiedRow(row: RowData, own: ReadonlySet<string>): RowData {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'id' && !own.has(key)));
}

/** The list with one entry moved up or down by one; itself where there is no room. */
export function movedBy<T>(list: readonly T[], index: number, step: 1 | -1): readonly T[] {
  const target = index + step;
  const [one, other] = [list[index], list[target]];
  if (index < 0 || target < 0 || one === undefined || other === undefined) return list;
  return list.map((entry, place) => (place === index ? other : place === target ? one : entry));
}
