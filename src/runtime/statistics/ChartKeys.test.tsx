// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { mounted } from '../../../tests/fixtures/mounted.ts';
import { ChartKeys, type ChartPoint } from './ChartKeys.tsx';

const page = mounted();

const points: readonly ChartPoint[] = ['一车间', '二车间', '三车间'].map((name, row) => ({
  row,
  series: 0,
  name,
  figure: `${row + 1}`,
  address: `/list?figure=${row}`,
}));

it('the elements of a chart are one stop of Tab, and the arrows show one after the other', () => {
  const onShow = vi.fn();
  page.draw(
    <MemoryRouter>
      <ChartKeys points={points} onShow={onShow} />
    </MemoryRouter>,
  );
  const links = [...page.host.querySelectorAll('a')];
  expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1]);
  expect(links[1]?.getAttribute('href')).toBe('/list?figure=1');

  act(() => links[0]?.focus());
  expect(onShow).toHaveBeenLastCalledWith(points[0]);
  const press = (key: string, at: number) => {
    act(() => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    expect(document.activeElement).toBe(links[at]);
    expect(onShow).toHaveBeenLastCalledWith(points[at]);
  };
  press('ArrowRight', 1);
  press('End', 2);
  press('ArrowDown', 0);
  press('ArrowLeft', 2);
  press('Home', 0);
  expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1]);
});
