import { describe, expect, test } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { compileColumns } from './compile-columns.ts';
import { compileFilters, filterQuery } from './compile-filters.ts';

const { model, page } = smallPage();

describe('columns of a list', () => {
  test('stand in the order of the page, the first one opening the record at the left', () => {
    expect(
      compileColumns(model, page).map(({ key, width, align, fixed, opens, hidden }) => ({
        key,
        width,
        align,
        fixed,
        opens,
        hidden,
      })),
    ).toEqual([
      { key: 'name', width: 200, align: 'left', fixed: 'left', opens: true, hidden: false },
      { key: 'kind', width: 120, align: 'left', fixed: undefined, opens: false, hidden: false },
      { key: 'total', width: 160, align: 'right', fixed: undefined, opens: false, hidden: false },
      { key: 'useFrom', width: 180, align: 'left', fixed: undefined, opens: false, hidden: false },
      { key: 'taker', width: 150, align: 'left', fixed: undefined, opens: false, hidden: true },
      { key: 'status', width: 120, align: 'left', fixed: undefined, opens: false, hidden: false },
    ]);
  });

  test('of a hidden field do not exist, and the next one opens the record', () => {
    const columns = compileColumns(model, page, (field) => field === 'name');
    expect(columns[0]).toMatchObject({ key: 'kind', opens: true, fixed: 'left', width: 200 });
  });

  test('cut no choice, whatever width the page gives them', () => {
    const narrow = { ...page, columns: page.columns.map((column) => ({ ...column, width: 60 })) };
    const choices = [{ title: '已恢复待闭环', color: 'yellow' }];
    const widths = compileColumns(model, narrow, undefined, () => choices).map(({ key, width }) => [key, width]);
    expect(Object.fromEntries(widths).status).toBeGreaterThanOrEqual(6 * 14 + 52);
  });
});

describe('filters of a list', () => {
  test('say how they filter', () => {
    expect(compileFilters(model, page)).toEqual([
      { key: 'name', title: '名称', type: 'input', kind: 'contains', matches: ['not', 'empty', 'filled'] },
      { key: 'kind', title: '类别', type: 'select', kind: 'any', matches: ['not', 'empty', 'filled'] },
      { key: 'amount', title: '数量', type: 'number', kind: 'range', matches: ['empty', 'filled'] },
      { key: 'taker', title: '领用人', type: 'orgSelect', kind: 'any', matches: ['not', 'empty', 'filled'] },
      { key: 'useFrom', title: '使用期', type: 'dateDuration', kind: 'overlap', matches: ['empty', 'filled'] },
    ]);
  });

  test('travel under the names of the wire contract', () => {
    expect(
      filterQuery(compileFilters(model, page), {
        name: '盐酸',
        kind: ['1', '2'],
        amount: ['', '5'],
        useFrom: ['2026-01-01', '2026-02-01'],
        taker: undefined,
        unknown: 'x',
      }),
    ).toEqual({
      name: '盐酸',
      kind: '1,2',
      endAmount: '5',
      startUseFrom: '2026-01-01',
      endUseFrom: '2026-02-01',
    });
  });

  test('travel with how they are meant, where there is something to mean', () => {
    const matches = { name: 'empty', kind: 'not', taker: 'not' } as const;
    expect(filterQuery(compileFilters(model, page), { kind: ['1'] }, matches)).toEqual({
      kind: '1',
      match: 'name:empty,kind:not',
    });
  });
});
