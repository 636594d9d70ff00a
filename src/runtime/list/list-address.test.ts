import { expect, test } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { filterText } from './filter-text.ts';
import {
  formatListState,
  formatSort,
  parseListState,
  parseSort,
  unknownFilters,
  viewQuery,
  withView,
} from './list-address.ts';

const page = smallPage();

test('a list reads its state from the address and writes it back the same', () => {
  const address =
    'tab=1&name=酸&kind=1,9&amount=,5&useFrom=2026-01-01,2026-02-01&_q=浓&_sort=-kind,name&_group=kind&_match=kind:not,taker:empty&_page=3&_size=50';
  const search = new URLSearchParams(address);
  const state = parseListState(search, page.filters);
  expect(state).toEqual({
    keyword: '浓',
    filters: { name: '酸', kind: ['1', '9'], amount: ['', '5'], useFrom: ['2026-01-01', '2026-02-01'] },
    matches: { kind: 'not', taker: 'empty' },
    group: 'kind',
    sort: '-kind,name',
    current: 3,
    size: 50,
  });
  expect(decodeURIComponent(formatListState(state, page.filters, search).toString())).toBe(address);
});

test('nonsense in the address counts as not said, and defaults are left out of it', () => {
  const state = parseListState(
    new URLSearchParams('_page=-1&_size=9999&amount=,&kind=&total=5&_match=amount:not,none:empty'),
    page.filters,
  );
  expect(state).toEqual({
    keyword: '',
    filters: {},
    matches: {},
    group: undefined,
    sort: undefined,
    current: 1,
    size: 20,
  });
  expect(formatListState(state, page.filters, new URLSearchParams('kind=1&_page=2')).toString()).toBe('');
});

test('a chip says in words what is filtered', () => {
  const plan = (key: string) => {
    const found = page.filters.find((one) => one.key === key);
    if (found === undefined) throw new Error(key);
    return found;
  };
  expect(filterText(page, plan('kind'), ['1', '2'])).toBe('类别：固体、液体');
  expect(filterText(page, plan('kind'), ['1', '2', '9'])).toBe('类别：固体等3项');
  expect(filterText(page, plan('amount'), ['', '5'])).toBe('数量：至5');
  expect(filterText(page, plan('useFrom'), ['2026-01-01', '2026-02-01'])).toBe('使用期：2026-01-01 至 2026-02-01');
  expect(filterText(page, plan('name'), '酸')).toBe('名称：酸');
  expect(filterText(page, plan('name'), '酸', 'not')).toBe('名称不包含：酸');
  expect(filterText(page, plan('kind'), ['1'], 'not')).toBe('类别不是：固体');
  expect(filterText(page, plan('taker'), undefined, 'empty')).toBe('领用人为空');
  expect(filterText(page, plan('taker'), undefined)).toBeUndefined();
});

test('a view keeps filters, search, order and groups, and puts them in the place of others', () => {
  const now = new URLSearchParams('tab=1&name=酸&_q=浓&_sort=-kind&_page=3');
  const query = viewQuery(now, page.filters);
  expect(decodeURIComponent(query)).toBe('name=酸&_q=浓&_sort=-kind');
  const other = new URLSearchParams('tab=1&kind=1&_page=2&_group=kind');
  expect(decodeURIComponent(withView(other, query, page.filters).toString())).toBe('tab=1&name=酸&_q=浓&_sort=-kind');
  expect(unknownFilters('name=酸&gone=1&_q=浓', page.filters)).toEqual(['gone']);
});

test('sorting by several fields reads as it is written', () => {
  expect(parseSort('-kind,name')).toEqual([
    { key: 'kind', descending: true },
    { key: 'name', descending: false },
  ]);
  expect(formatSort(parseSort('-kind,name'))).toBe('-kind,name');
  expect([parseSort(undefined), formatSort([])]).toEqual([[], undefined]);
});
