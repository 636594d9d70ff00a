import { describe, expect, it } from 'vitest';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { mergedBelow, mergedRows } from './merge-lines.ts';
import type { RowLines } from './row-lines.ts';

const column = (key: string, title: string, computed = false) => ({ key, title, computed }) as FieldModel;
const name = column('name', '名称');
const file = column('file', '附件');
const sum = column('sum', '合计', true);
const table = { key: 'papers', title: '资质', columns: [name, file, sum] } as unknown as FieldModel;

const lines = (names: readonly string[], more: Partial<RowLines> = {}): RowLines => ({
  table,
  rows: names.map((one) => ({ name: one })),
  numbers: names.map((_, index) => index + 2),
  entered: [name],
  doubtful: [],
  ...more,
});
const stored = [
  { name: '甲', file: ['1'], sum: 1 },
  { name: '乙', file: null, sum: 2 },
];

describe('mergedRows', () => {
  it('gives what is stored where the file says the same', () => {
    expect(mergedRows(lines(['甲', '乙']), stored)).toBe(stored);
    expect(mergedRows(lines([]), null)).toBeNull();
  });

  it('keeps files with the row that says the same, wherever it stands now', () => {
    expect(mergedRows(lines(['丙', '甲']), stored)).toEqual([{ name: '丙' }, { name: '甲', file: ['1'] }]);
    expect(mergedRows(lines(['新']), undefined)).toEqual([{ name: '新' }]);
  });

  it('gives a file to one of two rows that say the same, and loses none', () => {
    const twins = [
      { name: '甲', file: ['1'] },
      { name: '甲', file: ['2'] },
    ];
    expect(mergedRows(lines(['甲', '甲', '甲']), twins)).toEqual([
      { name: '甲', file: ['1'] },
      { name: '甲', file: ['2'] },
      { name: '甲' },
    ]);
    expect(() => mergedRows(lines(['甲']), twins)).toThrow('资质现有的第2行已有附件，只能在页面上修改或删除');
  });

  it('refuses to change or leave out a row that holds a file', () => {
    expect(() => mergedRows(lines(['甲改', '乙']), stored)).toThrow('资质现有的第1行已有附件，只能在页面上修改或删除');
    expect(mergedRows(lines(['甲']), stored)).toEqual([{ name: '甲', file: ['1'] }]);
  });

  it('leaves a doubtful name as it is where the row holds one of those that bear it', () => {
    const person = column('person', '责任人');
    const doubtful = [{ index: 0, key: 'person', candidates: [['7', '8']], msg: '有2个' }];
    const own = { ...table, columns: [name, person] } as unknown as FieldModel;
    const read = lines(['甲'], { table: own, entered: [name, person], doubtful });
    const before = [{ name: '甲', person: '8' }];
    expect(mergedRows(read, before)).toBe(before);
    expect(() => mergedRows(read, [{ name: '甲', person: '9' }])).toThrow('有2个');
  });
});

describe('mergedBelow', () => {
  const note = column('note', '说明');
  const below = { ...table, columns: [name, note, file] } as unknown as FieldModel;
  const child = { label: 'name' } as EntityModel;
  const known = [
    { id: '11', name: '甲', note: '一', file: ['1'] },
    { id: '12', name: '乙', note: '二', file: null },
  ];
  const merged = (...rows: readonly (readonly [string, string])[]) =>
    mergedBelow(
      lines([], {
        table: below,
        rows: rows.map(([one, text]) => ({ name: one, note: text })),
        entered: [name, note],
      }),
      child,
      known,
    );

  it('says nothing where the file changes nothing', () => {
    expect(merged(['甲', '一'], ['乙', '二'])).toBeUndefined();
  });

  it('changes the row that alone bears the name, and leaves out what is not in the file', () => {
    expect(merged(['甲', '改'])).toEqual([{ id: '11', name: '甲', note: '改' }]);
    expect(merged(['丙', '三'], ['甲', '一'])).toEqual([
      { name: '丙', note: '三' },
      { id: '11', name: '甲', note: '一' },
    ]);
  });

  it('gives a row of two with one name to the one that says the same', () => {
    expect(merged(['甲', '新'], ['甲', '一'])).toEqual([
      { name: '甲', note: '新' },
      { id: '11', name: '甲', note: '一' },
    ]);
  });

  it('does not remove a row with files', () => {
    expect(() => merged(['乙', '二'])).toThrow('资质现有的第1行已有附件');
  });
});
