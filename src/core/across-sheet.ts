import type { Items } from './dialect/entity.generated.ts';
import type { SheetColumn, SheetForm, SheetReading } from './field-type.ts';
import { listed } from './text/punctuate.ts';
import { say } from './text/say.ts';

type Across = NonNullable<Items['across']>;
type Row = Readonly<Record<string, unknown>>;

const CELL_WIDTH = 20;

const rowsIn = (table: unknown): readonly Row[] =>
  Array.isArray(table) ? table.filter((row): row is Row => typeof row === 'object' && row !== null) : [];

/** The texts that a cell names (`ABD`, `A、B`), in order; what is none of them stays in one piece. */
function namedIn(text: string, values: readonly string[]): string[] {
  const known = values.toSorted((one, other) => other.length - one.length);
  const found: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const value = known.find((one) => rest.toUpperCase().startsWith(one.toUpperCase())) ?? rest;
    found.push(value);
    rest = rest.slice(value.length).replace(/^[\s、,，;；/]+/, '');
  }
  return found;
}

/** Rows of a table as columns of their record's own line: one for each value of `by`, and one that names the ticked. */
export function acrossSheet({ by, values, cell, tick, title }: Across, tickTitle: string | undefined): SheetForm {
  const cellOf = (rows: readonly Row[], value: string) => rows.find((row) => row[by] === value)?.[cell];
  const columns: SheetColumn[] = values.map((value) => ({
    suffix: value,
    format: '@',
    width: CELL_WIDTH,
    optional: true,
    cell: (table) => {
      const held = cellOf(rowsIn(table), value);
      return typeof held === 'string' && held !== '' ? held : null;
    },
  }));
  const ticked: SheetColumn[] =
    tick === undefined
      ? []
      : [
          {
            suffix: title ?? tickTitle ?? tick,
            format: '@',
            width: CELL_WIDTH,
            optional: true,
            cell: (table) => {
              const rows = rowsIn(table).filter((row) => row[tick] === '1');
              return rows.length === 0 ? null : rows.map((row) => String(row[by] ?? '')).join('');
            },
          },
        ];
  const read = (texts: readonly string[]): SheetReading => {
    const filled = values.filter((_, at) => (texts[at] ?? '').trim() !== '');
    const right = tick === undefined ? [] : namedIn(texts[values.length] ?? '', values);
    const lost = right.filter((value) => !filled.includes(value));
    if (lost.length > 0) return { message: say('没有“{names}”这一项', { names: listed(lost) }), at: values.length };
    const rows = filled.map((value) => ({
      [by]: value,
      [cell]: (texts[values.indexOf(value)] ?? '').trim(),
      ...(tick === undefined ? {} : { [tick]: right.includes(value) ? '1' : '0' }),
    }));
    return { value: rows.length === 0 ? null : rows };
  };
  return { columns: [...columns, ...ticked], imports: 'value', exact: true, read };
}
