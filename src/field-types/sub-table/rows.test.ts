import { describe, expect, it } from 'vitest';
import { definition as amount } from '../amount/definition.ts';
import { definition as calculate } from '../calculate/definition.ts';
import type { ViewColumn } from '../field-view.ts';
import { definition as input } from '../input/definition.ts';
import { definition as number } from '../number/definition.ts';
import { cellFault, columnTotal, isSummed, movedBy, parseTable, pasteInto } from './rows.ts';

function column(
  type: ViewColumn['type'],
  key: string,
  title: string,
  jsonType: 'string' | 'number',
  more = {},
): ViewColumn {
  const property = { title, field: type.type, type: jsonType, ...more };
  return {
    field: { key, title, property, target: undefined, multiple: false },
    type,
    required: false,
    computed: type === calculate,
  };
}

const columns = [
  column(input, 'name', '名称', 'string'),
  column(calculate, 'share', '占比', 'number', { scale: 2 }),
  column(number, 'q', '存量', 'number', { scale: 2, unit: 't' }),
  column(amount, 'cost', '费用', 'number'),
];
const paste = (rows: readonly Record<string, unknown>[], text: string, at = { row: 0, column: 0 }, limit = 5) =>
  pasteInto(rows, columns, parseTable(text), at, limit, () => ({ q: 1 }));

describe('a piece of a spreadsheet', () => {
  it('is split into cells, quoted ones with their breaks', () => {
    expect(parseTable('a\t"b\nc ""d"""\r\n\te\r\n')).toEqual([
      ['a', 'b\nc "d"'],
      ['', 'e'],
    ]);
  });

  it('is written from a cell on, over computed columns, with new rows where it reaches further', () => {
    expect(paste([{ name: '苯', q: 2 }], '甲苯\t9\t3.5\n氯\t9\t1', { row: 0, column: 0 })).toEqual({
      rows: [
        { name: '甲苯', q: 3.5 },
        { name: '氯', q: 1 },
      ],
      count: 2,
      refusals: [],
      left: 0,
    });
    expect(paste([{ name: '苯' }], '2\t1,000', { row: 0, column: 2 }).rows).toEqual([{ name: '苯', q: 2, cost: 1000 }]);
  });

  it('with a head goes to the columns that it names', () => {
    expect(paste([], '存量\t名称\n7\t苯').rows).toEqual([{ q: 7, name: '苯' }]);
  });

  it('says which cells it could not read and how many lines found no room', () => {
    const pasted = paste([{ q: 4 }], '苯\t\t多\n氯\n氨', { row: 0, column: 0 }, 2);
    expect(pasted).toEqual({
      rows: [
        { name: '苯', q: 4 },
        { name: '氯', q: 1 },
      ],
      count: 2,
      refusals: ['第1行存量须为数字'],
      left: 1,
    });
  });
});

it('sums exactly what are numbers', () => {
  const rows = [{ q: 0.1, cost: 1000 }, { q: 0.2, cost: null }, {}];
  expect(columns.map((one) => (isSummed(one) ? columnTotal(one, rows) : undefined))).toEqual([
    undefined,
    '',
    '0.30 t',
    '1,000.00',
  ]);
});

it('shows a fault in its cell without what is plain from its place', () => {
  const faults = [
    { pointer: '/rows/1/name', msg: '化学品第2行名称不能为空' },
    { pointer: '/rows/0/cas', msg: '化学品第1行CAS号错误' },
  ];
  const table = { key: 'rows', title: '化学品' };
  expect(cellFault(faults, table, 1, { key: 'name', title: '名称' })).toBe('不能为空');
  expect(cellFault(faults, table, 0, { key: 'cas', title: '登记号' })).toBe('CAS号错误');
  expect(cellFault(faults, table, 0, { key: 'name', title: '名称' })).toBeUndefined();
});

it('moves a row by one, and nowhere beyond the ends', () => {
  expect(movedBy(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(movedBy(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(movedBy(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(movedBy(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});
