import { describe, expect, it } from 'vitest';
import { promised } from '../../../tests/fixtures/patience.ts';
import { definition as amount } from '../amount/definition.ts';
import { definition as calculate } from '../calculate/definition.ts';
import { definition as date } from '../date/definition.ts';
import type { ViewColumn } from '../field-view.ts';
import { definition as input } from '../input/definition.ts';
import { definition as number } from '../number/definition.ts';
import { definition as reference } from '../reference/definition.ts';
import { definition as upload } from '../upload/definition.ts';
import { mayOverflow } from './column-width.ts';
import { definition as table } from './definition.ts';
import { parseTable, pasteInto } from './paste.ts';
import { cellFaults, copiedRow, movedBy, rowMessages } from './rows.ts';
import { columnTotal } from './totals.ts';

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
    view: { Edit: () => null, Read: () => null, Cell: () => null, Filter: undefined },
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
  pasteInto({ rows, columns, limit, create: () => ({ q: 1 }) }, parseTable(text), at);

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
      faults: [],
      left: 0,
    });
    expect(paste([{ name: '苯' }], '2\t1,000', { row: 0, column: 2 }).rows).toEqual([{ name: '苯', q: 2, cost: 1000 }]);
  });

  it('with a head goes to the columns that it names', () => {
    expect(paste([], '存量\t名称\n7\t苯').rows).toEqual([{ q: 7, name: '苯' }]);
  });

  it('leaves a text that cannot be read in its cell to be mended, and says how many lines found no room', () => {
    const pasted = paste([{ q: 4 }], '苯\t\t多\n氯\n氨', { row: 0, column: 0 }, 2);
    expect(pasted).toEqual({
      rows: [
        { name: '苯', q: '多' },
        { name: '氯', q: 1 },
      ],
      count: 2,
      faults: [{ row: 0, column: 'q', text: '多', message: '须为数字', held: true }],
      left: 1,
    });
  });

  it('names values beyond their limits, and keeps them', () => {
    const { rows, faults } = paste([{}], '1.234', { row: 0, column: 2 });
    expect(rows).toEqual([{ q: 1.234 }]);
    expect(faults).toEqual([{ row: 0, column: 'q', text: '1.234', message: '最多2位小数', held: true }]);
  });

  it('never takes a name for the id of a record, and marks it instead', () => {
    const chosen = {
      ...column(reference, 'chief', '负责人', 'string'),
      field: { ...column(reference, 'chief', '负责人', 'string').field, target: 'user' },
    };
    const { rows, faults } = pasteInto(
      { rows: [{ chief: '1' }], columns: [chosen], limit: 5, create: () => ({}) },
      [['张三'], ['']],
      { row: 0, column: 0 },
    );
    expect(rows).toEqual([{ chief: '1' }, { chief: null }]);
    expect(faults).toMatchObject([{ row: 0, column: 'chief', text: '张三', held: false }]);
  });

  it('keeps out of cells that are closed', () => {
    const closed = (row: Readonly<Record<string, unknown>>, key: string) => key === 'q' && row.name === '苯';
    const piece = parseTable('苯\t\t1\n氯\t\t2');
    const target = { rows: [], columns, limit: 5, create: () => ({}), closed };
    expect(pasteInto(target, piece, { row: 0, column: 0 }).rows).toEqual([{ name: '苯' }, { name: '氯', q: 2 }]);
  });

  it('of 200 rows and 20 columns takes well under a second', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      column(number, `n${index}`, `数${index}`, 'number', { scale: 2 }),
    );
    const piece = Array.from({ length: 200 }, (_, row) =>
      many.map((_, place) => `${row * 20 + place}.5`).join('\t'),
    ).join('\n');
    const started = performance.now();
    const pasted = pasteInto({ rows: [], columns: many, limit: 200, create: () => ({}) }, parseTable(piece), {
      row: 0,
      column: 0,
    });
    expect(performance.now() - started).toBeLessThan(promised(500));
    expect(pasted.rows[199]?.n19).toBe(3999.5);
    expect(pasted.faults).toEqual([]);
  });
});

describe('the last line', () => {
  const of = (type: ViewColumn['type'], total: string | undefined, jsonType: 'string' | 'number' = 'number') =>
    column(type, 'q', '存量', jsonType, { scale: 2, ...(total === undefined ? {} : { total }) });
  const rows = [{ q: 0.1 }, { q: 0.2 }, { q: null }, { q: 5 }];

  it('sums exactly, averages what is filled in, counts and finds the ends', () => {
    const said = (['sum', 'avg', 'count', 'max', 'min', undefined] as const).map((total) =>
      columnTotal(of(number, total), rows),
    );
    expect(said).toEqual(['5.3', '1.77', '3 项', '5', '0.1', '']);
  });

  it('finds the first and last of dates, and says nothing of nothing', () => {
    const days = [{ q: '2026-11-20' }, { q: '2026-01-02' }, { q: null }];
    expect(columnTotal(of(date, 'max', 'string'), days)).toBe('2026-11-20');
    expect(columnTotal(of(date, 'min', 'string'), days)).toBe('2026-01-02');
    expect(columnTotal(of(number, 'sum'), [{}, { q: '多' }])).toBe('');
  });
});

it('shows faults in their cells without what is plain from their place', () => {
  const faults = [
    { pointer: '/rows/1/name', msg: '化学品第2行名称不能为空' },
    { pointer: '/rows/0/cas', msg: '化学品第1行CAS号错误' },
    { pointer: '/rows', msg: '化学品至少3行' },
    { pointer: '/other/0/cas', msg: '别的' },
  ];
  const table = { key: 'rows', title: '化学品' };
  const keys = [
    { key: 'name', title: '名称' },
    { key: 'cas', title: '登记号' },
  ];
  expect([...cellFaults(faults, table, keys)]).toEqual([
    ['1/name', '不能为空'],
    ['0/cas', 'CAS号错误'],
  ]);
});

it('copies a row without its signatures', () => {
  expect(copiedRow({ name: '苯', sign: { image: 'x' } }, new Set(['sign']))).toEqual({ name: '苯' });
});

it('moves a row by one, and nowhere beyond the ends', () => {
  expect(movedBy(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(movedBy(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(movedBy(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(movedBy(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

describe('files in rows', () => {
  const file = { attachId: '7', name: 'a', originalName: '执照.pdf', link: '/a' };
  const property = { title: '扫描件', field: 'upload', type: 'array' } as const;
  const withFile = [
    column(input, 'name', '名称', 'string'),
    {
      ...column(upload, 'file', '扫描件', 'string'),
      field: { ...column(upload, 'file', '扫描件', 'string').field, property },
    },
    column(number, 'q', '存量', 'number'),
  ];

  it('stay when a piece of a spreadsheet is pasted over them', () => {
    const rows = [{ name: '苯', file: [file], q: 1 }];
    const pasted = pasteInto(
      { rows, columns: withFile, limit: 5, create: () => ({}) },
      parseTable('甲苯\t\t2\n氯\tx.pdf\t3'),
      { row: 0, column: 0 },
    );
    expect(pasted.rows).toEqual([
      { name: '甲苯', file: [file], q: 2 },
      { name: '氯', q: 3 },
    ]);
    expect(pasted.faults).toEqual([]);
  });

  it('are named in the text of the table, counted where names are not known', () => {
    const items = { type: 'object', properties: { file: property } } as const;
    const context = {
      key: 'rows',
      title: '资质',
      property: { title: '资质', field: 'subTable', type: 'array', items },
    } as const;
    expect(table.format([{ file: [file] }, { file: ['8', '9'] }], context)).toBe('2行：执照.pdf；2个附件');
  });
});

describe('what stands below and in cells', () => {
  it('is one line for each column of the rows that have something to say, what was pasted first', () => {
    const marks = new Map([['8/name', '“多少”须为数字']]);
    const found = new Map([
      ['1/name', '不能为空'],
      ['2/cost', '不能小于0'],
    ]);
    expect(rowMessages(columns, [7, 8, 9], marks, found)).toEqual(
      new Map([
        [8, '“多少”须为数字\n\n\n'],
        [9, '\n\n\n不能小于0'],
      ]),
    );
    expect(rowMessages(columns, [7, 8], new Map(), new Map()).size).toBe(0);
  });

  it('is cut off only where it may be wider than its column', () => {
    const [name, , quantity] = columns as [ViewColumn, ViewColumn, ViewColumn];
    expect(mayOverflow('甲苯二异氰酸酯', name)).toBe(false);
    expect(mayOverflow('甲苯二异氰酸酯、三氯氧磷', name)).toBe(true);
    expect(mayOverflow('2026-03-04', name)).toBe(false);
    expect(mayOverflow('1,234,567,890.25', quantity)).toBe(true);
  });
});
