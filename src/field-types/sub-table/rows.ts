import type { FieldContext } from '../../core/field-type.ts';
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
    const front = `${table.title}第${Number(index) + 1}行`;
    const message = msg.startsWith(front) ? msg.slice(front.length) : msg;
    const title = columns.find((column) => column.key === key)?.title ?? '';
    found.set(place, message.startsWith(title) ? message.slice(title.length) : message);
  }
  return found;
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
