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
export function columnWidth({ field, type }: ViewColumn): number {
  const { property } = field;
  if (property.format === 'date-time') return 176;
  if (type.type === 'checkbox') return property.type === 'boolean' ? 96 : 220;
  const own = WIDTHS[type.type] ?? 152;
  // The name must have room for itself and the mark of a required column.
  return Math.max(own, [...field.title].length * 14 + 34);
}

/** Width of the line numbers. */
export const NUMBER_WIDTH = 52;
/** Width of the buttons of a row. */
export const ACTIONS_WIDTH = 160;
