import { describe, expect, it } from 'vitest';
import { inferColumns, type KnownPeople } from './infer-column.ts';

const NOBODY: KnownPeople = { users: new Set(), depts: new Set() };
const column = (title: string, texts: readonly string[], people = NOBODY) => {
  const [found] = inferColumns(
    [title],
    texts.map((text) => [text]),
    people,
  );
  if (found === undefined) throw new Error('the column was not told');
  return found;
};
const many = (texts: readonly string[], count = 12) =>
  Array.from({ length: count }, (_, row) => texts[row % texts.length] ?? '');

describe('what a column of a spreadsheet is taken for', () => {
  it.each([
    ['检查日期', many(['2026-03-01', '2026/4/2', '2026年5月3日']), 'date', true],
    ['检查时间', many(['2026-03-01 08:30', '2026-03-02 09:00:00']), 'dateTime', true],
    ['数量', many(['3', '12', '-1', '4.25']), 'number', true],
    ['是否完好', many(['是', '否']), 'yesNo', true],
    ['结果', many(['合格', '不合格']), 'radio', true],
    ['类别', many(['手动', '电动', '气动', '起重']), 'select', true],
    ['责任人', many(['张一', '李二']), 'user', true],
    ['责任部门', many(['聚合车间']), 'dept', true],
    ['要求', many([`按规程${'检查'.repeat(40)}`]), 'textarea', true],
    [
      '名称',
      many(['扳手', '葫芦', '千斤顶', '砂轮机', '电钻', '焊机', '梯子', '吊带', '卸扣', '滑轮', '绳索', '撬棍']),
      'input',
      true,
    ],
    ['电话', many(['13800000000', '13900000000']), 'radio', true],
    [
      '工号',
      many([
        '00123',
        '00124',
        '00125',
        '00126',
        '00127',
        '00128',
        '00129',
        '00130',
        '00131',
        '00132',
        '00133',
        '00134',
      ]),
      'input',
      true,
    ],
  ] as const)('%s', (title, texts, kind, sure) => {
    const people = { users: new Set(['张一', '李二']), depts: new Set(['聚合车间']) };
    expect(column(title, texts, people)).toMatchObject({ title, kind, sure, filled: texts.length });
  });

  it('asks where a few values are otherwise, and names one of them', () => {
    const found = column('数量', [...many(['1', '2', '3']), '约5']);
    expect(found).toMatchObject({ kind: 'number', sure: false });
    expect(found.evidence).toBe('13个值中有1个不是数字，如“约5”');
    expect(found.others).toContain('input');
  });

  it('knows days that a sheet keeps as numbers, and asks where no heading says that they are', () => {
    const days = ['46113', '46114', '46115'];
    expect(column('检查日期', many(days))).toMatchObject({
      kind: 'date',
      sure: true,
      samples: ['2026-04-01', '2026-04-02', '2026-04-03'],
    });
    expect(column('开始时间', many(['46113.5', '46114.25']))).toMatchObject({ kind: 'dateTime', sure: true });
    const asked = column('流量', many(days));
    expect([asked.kind, asked.sure, asked.others[0]]).toEqual(['number', false, 'date']);
    expect(asked.evidence).toContain('也可能是Excel的日期，如2026-04-01');
    expect(column('检查日期', [...many(days), '4'])).toMatchObject({ kind: 'number', sure: true });
  });

  it('asks where there are too few values, or none', () => {
    expect(column('日期', ['2026-01-01'])).toMatchObject({ kind: 'date', sure: false });
    expect(column('完成日期', [])).toMatchObject({ kind: 'date', sure: false, evidence: '这一列没有值，按列名猜的' });
    expect(column('编号', [])).toMatchObject({ kind: 'input', sure: false });
  });

  it('knows the mark of what must be filled in, leaves out what has no heading, and cuts nothing off', () => {
    const found = inferColumns(['名称*', '', ' 备注 '], [['扳手', '无列名', '']], NOBODY);
    expect(found.map(({ column: place, title, required }) => [place, title, required])).toEqual([
      [0, '名称', true],
      [2, '备注', false],
    ]);
    const long = 'x'.repeat(700);
    expect(column('内容', [long]).maxLength).toBeGreaterThanOrEqual(long.length);
  });
});
