// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useFolded } from './useFolded.tsx';

let holder: HTMLElement;

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  holder = document.body.appendChild(document.createElement('div'));
});
afterEach(() => holder.remove());

function Pile({ count, folds = true }: { readonly count: number; readonly folds?: boolean }) {
  const { shown, toggle } = useFolded(
    Array.from({ length: count }, (_, index) => index),
    folds,
  );
  return (
    <>
      {shown.map((one) => (
        <i key={one} />
      ))}
      {toggle}
    </>
  );
}

test('a long pile shows its first ten cards and a button for all; a short one and one that does not fold show all', () => {
  const root = createRoot(holder);
  const cards = () => holder.querySelectorAll('i').length;
  act(() => root.render(<Pile count={60} />));
  expect([cards(), holder.textContent]).toEqual([10, '显示全部60项']);
  act(() => holder.querySelector('button')?.click());
  expect([cards(), holder.textContent]).toEqual([60, '收起']);
  act(() => holder.querySelector('button')?.click());
  expect(cards()).toBe(10);

  act(() => root.render(<Pile count={12} />));
  expect([cards(), holder.textContent]).toEqual([12, '']);
  act(() => root.render(<Pile count={60} folds={false} />));
  expect(cards()).toBe(60);
  act(() => root.unmount());
});
