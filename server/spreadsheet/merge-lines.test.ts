import { describe, expect, it } from 'vitest';
import type { FieldModel } from '../../src/core/model/entity-model.ts';
import { mergedRows } from './merge-lines.ts';
import type { RowLines } from './read-lines.ts';

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
