import { expect, it } from 'vitest';
import { splitRowActions } from '../../ui/ActionToolbar.tsx';
import { formatListState, pageSizes, parseListState } from './list-address.ts';
import { wholeRows } from './table-room.ts';

it('a page holds what stands whole in 500 px: 12 rows of 40, 15 of 32, and never fewer than five', () => {
  expect([wholeRows(500, 40), wholeRows(500, 32), wholeRows(120, 40)]).toEqual([12, 15, 5]);
});

it('the size that fits is one to choose, once, and stands in no address', () => {
  expect(pageSizes(12)).toEqual([12, 20, 50, 100]);
  expect(pageSizes(20)).toEqual([20, 50, 100]);
  const state = parseListState(new URLSearchParams(), [], 12);
  expect(state.size).toBe(12);
  expect(`${formatListState(state, [], new URLSearchParams(), 12)}`).toBe('');
  expect(`${formatListState({ ...state, size: 20 }, [], new URLSearchParams(), 12)}`).toBe('_size=20');
  expect(parseListState(new URLSearchParams('_size=20'), [], 12).size).toBe(20);
});

it('up to three buttons of a row stay, fewer where they are long, and one however long it is', () => {
  const split = (widths: readonly number[]) => splitRowActions(widths, (width) => width).visible.length;
  expect([split([28, 28]), split([28, 28, 28]), split([28, 28, 28, 28])]).toEqual([2, 3, 3]);
  expect([split([84, 84, 84]), split([400, 28])]).toEqual([2, 1]);
});
