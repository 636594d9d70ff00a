import { describe, expect, it } from 'vitest';
import { type FittedColumn, fitColumns } from './column-widths.ts';

const column = (width: number, more: Partial<FittedColumn> = {}): FittedColumn => ({
  width,
  isName: false,
  isText: false,
  isSet: false,
  isLast: false,
  ...more,
});
const name = (width = 280) => column(width, { isName: true, isText: true });
const text = (width: number) => column(width, { isText: true });
const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0);

describe('widths of columns', () => {
  it('give what is left to the name, while tags and dates stay narrow', () => {
    expect(fitColumns([name(), column(120), column(110)], 600)).toEqual([370, 120, 110]);
  });

  it('give texts their part once the name has enough, and the name what nobody wants', () => {
    expect(fitColumns([name(), text(200), text(160), column(120)], 1000)).toEqual([400, 260, 220, 120]);
    expect(fitColumns([name(), text(200), column(120)], 1000)).toEqual([580, 300, 120]);
  });

  it('let columns end just where those that stay begin, and leave the others to scrolling', () => {
    const columns = [name(), column(120), column(150), column(160), column(120)];
    const widths = fitColumns(columns, 600);
    // Three stand whole: 280 + 120 + 150; a fourth would not, however narrow the name.
    expect(widths).toEqual([330, 120, 150, 160, 120]);
    expect(sum(widths.slice(0, 3))).toBe(600);
  });

  it('make the name narrower where that brings another column in whole', () => {
    const widths = fitColumns([name(), column(120), column(150), column(120), column(300)], 600);
    expect(widths).toEqual([210, 120, 150, 120, 300]);
  });

  it('leave what a person has set, and count what he pinned to the right', () => {
    expect(fitColumns([name(), column(120, { isSet: true }), text(160)], 700)).toEqual([400, 120, 180]);
    const widths = fitColumns([name(), column(200), column(200), column(150, { isLast: true })], 560);
    expect(widths).toEqual([210, 200, 200, 150]);
  });

  it('stay as they are where not even two columns have room', () => {
    expect(fitColumns([name(), column(200)], 260)).toEqual([280, 200]);
  });
});
