import { flatRows, type StatisticsBlock } from '../../core/wire/statistics.ts';
import type { Palette } from '../../ui/theme/palette.ts';
import { tokens } from '../../ui/theme/tokens.ts';
import { changesText } from './beside-figure.ts';
import { dimensionTitle, figureText, headingOf } from './figures.ts';

/** What a picture says. */
interface PictureContent {
  readonly title: string;
  /** Lines below the title: filters and time. */
  readonly lines: readonly string[];
  /** The chart in twice its size; the table is drawn where there is none. */
  readonly chart: HTMLCanvasElement | undefined;
  readonly block: StatisticsBlock;
  /** Word of the table's last row. */
  readonly total: string;
}

const SCALE = 2;
const PADDING = 24;
const LINE = 22;
const ROW = 32;
/** Rows of a table that is drawn. */
const ROWS = 60;
const FIRST_COLUMN = 200;
const COLUMN = 120;

/** Draws a block with its title, its filters and the time. */
export async function drawPicture(content: PictureContent, palette: Palette): Promise<Blob> {
  const grid = content.chart === undefined ? gridOf(content) : undefined;
  const body = grid === undefined ? (content.chart?.height ?? 0) / SCALE : grid.length * ROW;
  const inner = grid === undefined ? (content.chart?.width ?? 0) / SCALE : gridWidth(grid);
  const width = Math.max(inner, 520) + 2 * PADDING;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const lines = content.lines.flatMap((line) => wrapped(context, line, width - 2 * PADDING));
  const top = PADDING + 34 + lines.length * LINE + 12;
  canvas.width = width * SCALE;
  canvas.height = (top + body + PADDING) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = palette.container;
  context.fillRect(0, 0, width, top + body + PADDING);
  context.textBaseline = 'middle';
  write(context, content.title, [PADDING, PADDING + 12], { colour: palette.text, font: `600 18px ${tokens.font}` });
  for (const [index, line] of lines.entries()) {
    const place = [PADDING, PADDING + 34 + index * LINE + LINE / 2] as const;
    write(context, line, place, { colour: palette.textSecondary, font: lineFont });
  }
  if (grid !== undefined) drawGrid(context, grid, top, palette);
  else if (content.chart !== undefined) context.drawImage(content.chart, PADDING, top, inner, body);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}

const lineFont = `13px ${tokens.font}`;

/** A line broken where it would leave the picture. */
function wrapped(context: CanvasRenderingContext2D, text: string, width: number): readonly string[] {
  context.font = lineFont;
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    if (context.measureText(line + character).width > width) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  return [...lines, line];
}

/** Cells of the table, headings first. */
function gridOf({ block, total }: PictureContent): readonly (readonly string[])[] {
  const figures = (values: StatisticsBlock['total']) =>
    block.columns.map((column, index) => figureText(values[index] ?? null, column));
  if (block.dimension === undefined) {
    return block.columns.map((column, index) => [headingOf(column), figureText(block.total[index] ?? null, column)]);
  }
  const rows = flatRows(block.rows);
  return [
    [dimensionTitle(block), ...block.columns.map(headingOf)],
    ...rows
      .slice(0, ROWS)
      .map(([row, depth]) => [
        `${'　'.repeat(depth)}${row.label}`,
        ...figures(row.values).map((text, index) => [text, changesText(block, row, index)].filter(Boolean).join(' ')),
      ]),
    ...(rows.length > ROWS ? [['…']] : []),
    [total, ...figures(block.total)],
  ];
}

const gridWidth = (grid: readonly (readonly string[])[]): number =>
  FIRST_COLUMN + Math.max(0, (grid[0]?.length ?? 1) - 1) * COLUMN;

function drawGrid(
  context: CanvasRenderingContext2D,
  grid: readonly (readonly string[])[],
  top: number,
  palette: Palette,
): void {
  const width = gridWidth(grid);
  for (const [row, cells] of grid.entries()) {
    const y = top + row * ROW;
    context.fillStyle = palette.borderSecondary;
    context.fillRect(PADDING, y + ROW - 1, width, 1);
    const font = `${row === 0 || row === grid.length - 1 ? '600 ' : ''}13px ${tokens.font}`;
    for (const [column, text] of cells.entries()) {
      const right = PADDING + FIRST_COLUMN + column * COLUMN;
      context.textAlign = column === 0 ? 'left' : 'right';
      const room = (column === 0 ? FIRST_COLUMN : COLUMN) - 12;
      write(context, text, [column === 0 ? PADDING : right, y + ROW / 2], { colour: palette.text, font, room });
    }
  }
  context.textAlign = 'left';
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  [x, y]: readonly [number, number],
  { colour, font, room }: { readonly colour: string; readonly font: string; readonly room?: number },
): void {
  context.fillStyle = colour;
  context.font = font;
  context.fillText(text, x, y, room);
}
