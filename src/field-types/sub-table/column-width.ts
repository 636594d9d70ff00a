import { textWidth } from '../../core/text/text-width.ts';
import type { ViewColumn } from '../field-view.ts';

const WIDTHS: Readonly<Record<string, number>> = {
  number: 112,
  amount: 132,
  calculate: 112,
  time: 112,
  timeDuration: 168,
  date: 140,
  rate: 164,
  slider: 180,
  upload: 124,
  signature: 220,
  textarea: 220,
  radio: 200,
  orgSelect: 190,
  reference: 190,
  tree: 190,
  cascader: 190,
};

/** Width of a column in pixels where the table has no room to spare; the table stretches where it has. */
function columnWidth({ field, type }: ViewColumn): number {
  const { property } = field;
  if (property.format === 'date-time') return 176;
  if (type.type === 'checkbox') return property.type === 'boolean' ? 96 : 220;
  const own = WIDTHS[type.type] ?? 152;
  // The name must have room for itself and the mark of a required column.
  return Math.max(own, textWidth(field.title) + 34);
}

/** Width of the line numbers. */
const NUMBER_WIDTH = 52;
/** Width of the buttons of a row. */
const ACTIONS_WIDTH = 160;

/** Style of a table that is entered: its columns as tracks of a grid, and the width below which it scrolls. */
export function tableTracks(columns: readonly ViewColumn[], acting: boolean): Readonly<Record<string, string>> {
  const widths = columns.map(columnWidth);
  const fixed = acting ? [NUMBER_WIDTH, ACTIONS_WIDTH] : [NUMBER_WIDTH];
  const tracks = widths.map((width) => `minmax(${width}px, ${width}fr)`);
  return {
    '--anlan-rows-least': `${[...fixed, ...widths].reduce((sum, width) => sum + width, 0)}px`,
    '--anlan-rows-tracks': [`${NUMBER_WIDTH}px`, ...tracks, ...(acting ? [`${ACTIONS_WIDTH}px`] : [])].join(' '),
  };
}

/** What stands beside a text within its cell: paddings and borders. */
const CELL_EDGES = 26;

/** Whether a text may be wider than its column at its narrowest, judged generously: texts are too many to be measured. */
export function mayOverflow(text: string, column: ViewColumn): boolean {
  const room = columnWidth(column) - CELL_EDGES;
  if (text.length * 14 <= room) return false;
  const plain = text.match(/[\d ,.:-]/g)?.length ?? 0;
  return plain * 9 + (text.length - plain) * 14 > room;
}
