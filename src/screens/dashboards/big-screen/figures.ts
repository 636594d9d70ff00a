import { thousands } from '../../../core/amount/number-text.ts';
import type { TileAnswer, TileContent } from '../../../core/wire/joint.ts';
import type { Counted, StatisticsBlock, StatisticsRow } from '../../../core/wire/statistics.ts';

/** From here on a figure is shown in short, `12.3万`; the whole of it stands in its title. */
const LARGE = 1_000_000;

/** A figure as a wall shows it. */
export function wallFigure(value: Counted | undefined, scale: number, language: string): string {
  if (value === null || value === undefined) return '—';
  if (Math.abs(value) < LARGE) return thousands(value, scale);
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** From here on a figure beside a name is shown in short. */
const LONG = 10_000;

/** A figure in small letters beside a name, as short as it still says something: `1.23万`, `1235万`. */
export function noteFigure(value: number, language: string): string {
  if (Math.abs(value) < LONG) return thousands(value, 0);
  return new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumFractionDigits: 0,
    maximumSignificantDigits: 3,
    roundingPriority: 'morePrecision',
  } as Intl.NumberFormatOptions).format(value);
}

/** The value of a column in a row; 0 where the column is not there. */
export function valueIn(block: StatisticsBlock, row: StatisticsRow | undefined, column: string): number {
  const at = block.columns.findIndex(({ key }) => key === column);
  return row?.values[at] ?? 0;
}

/** The content of a tile of a kind; undefined where it has none, or another. */
export function contentOf<Kind extends TileContent['kind']>(
  tile: TileAnswer | undefined,
  kind: Kind,
): Extract<TileContent, { kind: Kind }> | undefined {
  const content = tile?.content;
  return content !== undefined && isOf(content, kind) ? content : undefined;
}

const isOf = <Kind extends TileContent['kind']>(
  content: TileContent,
  kind: Kind,
): content is Extract<TileContent, { kind: Kind }> => content.kind === kind;

/** Rows of a block in which a column counts something, from large to small where asked. */
export function countedRows(block: StatisticsBlock, column: string, sorted = false): readonly StatisticsRow[] {
  const rows = block.rows.filter((row) => valueIn(block, row, column) > 0);
  return sorted ? rows.toSorted((one, other) => valueIn(block, other, column) - valueIn(block, one, column)) : rows;
}
