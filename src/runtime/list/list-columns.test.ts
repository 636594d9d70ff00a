import { describe, expect, test } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { arrangeColumns, columnWidth, formatColumns, keptColumns, moveColumn, parseColumns } from './list-columns.ts';

const { columns } = smallPage();
const keysOf = (arranged: ReturnType<typeof arrangeColumns>) =>
  arranged.map(({ plan, shown }) => (shown ? plan.key : `!${plan.key}`));

describe('columns of a list', () => {
  test('are the page’s own until somebody arranges them', () => {
    expect(keysOf(arrangeColumns(columns, []))).toEqual(['name', 'kind', 'total', 'useFrom', '!taker', 'status']);
  });

  test('come again as they were arranged: order, width, side and what is hidden', () => {
    const moved = moveColumn(arrangeColumns(columns, []), 'status', -4);
    const choices = keptColumns(moved, columns).map((choice) =>
      choice.key === 'kind' ? { ...choice, width: 90, pin: 'left' as const } : choice,
    );
    const again = arrangeColumns(columns, choices);
    expect(keysOf(again)).toEqual(['name', 'status', 'kind', 'total', 'useFrom', '!taker']);
    expect(again[2]?.plan).toMatchObject({ width: 90, fixed: 'left' });
    expect(keptColumns(again, columns)).toEqual(choices);
    expect(parseColumns(formatColumns(choices))).toEqual(choices);
  });

  test('that were removed since are left out, new ones stand where the page has them', () => {
    const choices = [{ key: 'status' }, { key: 'gone' }, { key: 'name' }, { key: 'total', hidden: true }];
    expect(keysOf(arrangeColumns(columns, choices))).toEqual(['name', 'status', 'kind', '!total', 'useFrom', '!taker']);
  });

  test('keep the one that opens the record first, and stay within their widths', () => {
    const arranged = arrangeColumns(columns, []);
    expect(moveColumn(arranged, 'name', 1)).toBe(arranged);
    expect(moveColumn(arranged, 'kind', -1)).toBe(arranged);
    expect(moveColumn(arranged, 'status', 1)).toBe(arranged);
    expect([columnWidth(3), columnWidth(120.4), columnWidth(5000)]).toEqual([60, 120, 800]);
  });

  test('of a link that makes no sense count as not said', () => {
    for (const text of ['', 'a.9', 'a..x', '1a', 'name,name']) expect(parseColumns(text)).toBeUndefined();
  });
});
