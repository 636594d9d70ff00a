// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../../tests/fixtures/mounted.ts';
import type { TileContent } from '../../../core/wire/joint.ts';
import { BANNER_TURN, BannerTile } from './BannerTile.tsx';

const page = mounted();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (id: string) => ({
  id,
  member: 'rule',
  cells: { name: { text: `制度${id}` }, at: { text: '2026-11-01' } },
});

function show(...ids: readonly string[]) {
  const content = {
    kind: 'union',
    page: 'newRules',
    as: 'banner',
    columns: [
      { key: 'name', title: '名称' },
      { key: 'at', title: '施行日期' },
    ],
    date: 'at',
    rows: ids.map(row),
    parts: [{ key: 'rule', title: '规章制度', page: 'rules', count: ids.length }],
  } as unknown as Extract<TileContent, { kind: 'union' }>;
  page.draw(
    <MemoryRouter>
      <BannerTile content={content} />
    </MemoryRouter>,
  );
}

const shown = () => page.host.querySelector('.anlan-dash-tile-name')?.textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const press = (name: string) =>
  act(() => page.host.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click());
const move = (type: 'mouseover' | 'mouseout') =>
  act(() => {
    page.host.querySelector('.anlan-dash-banner')?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  });

it('gives each row its twenty seconds and begins again after the last', () => {
  show('甲', '乙');
  expect(shown()).toBe('制度甲');
  pass(BANNER_TURN - 1);
  expect(shown()).toBe('制度甲');
  pass(1);
  expect(shown()).toBe('制度乙');
  pass(BANNER_TURN);
  expect(shown()).toBe('制度甲');
});

it('stands still while somebody points at it, and turns both ways when asked', () => {
  show('甲', '乙', '丙');
  move('mouseover');
  pass(3 * BANNER_TURN);
  expect(shown()).toBe('制度甲');
  press('上一条');
  expect(shown()).toBe('制度丙');
  press('下一条');
  press('下一条');
  expect(shown()).toBe('制度乙');
  move('mouseout');
  pass(BANNER_TURN);
  expect(shown()).toBe('制度丙');
});

it('offers no turning where there is one row, and says so where there is none', () => {
  show('甲');
  expect(page.host.querySelectorAll('button')).toHaveLength(0);
  pass(BANNER_TURN);
  expect(shown()).toBe('制度甲');
  show();
  expect(page.host.querySelector('.anlan-dash-banner')).toBeNull();
  expect(page.host.textContent).not.toBe('');
});
