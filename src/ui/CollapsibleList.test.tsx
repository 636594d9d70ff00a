// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CollapsibleList } from './CollapsibleList.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as unknown as typeof ResizeObserver;

let root: Root;
let host: HTMLElement;

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const show = (items: readonly string[]) =>
  act(() =>
    root.render(
      <CollapsibleList
        items={items}
        itemKey={(item) => item}
        render={(item) => item}
        rest={(count) => `等${count}项`}
      />,
    ),
  );
const shown = () => [...host.querySelectorAll('li')].map((item) => item.textContent).join('');
const toggle = () => host.querySelector('button');

it('shows three and folds the rest behind a toggle', () => {
  show(['甲', '乙', '丙', '丁', '戊']);
  expect(shown()).toBe('甲乙丙');
  expect(toggle()?.textContent).toBe('等5项');
  expect(toggle()?.getAttribute('aria-expanded')).toBe('false');
  act(() => toggle()?.click());
  expect(shown()).toBe('甲乙丙丁戊');
  expect(toggle()?.textContent).toBe('收起');
  act(() => toggle()?.click());
  expect(shown()).toBe('甲乙丙');
});

it('has no toggle for three', () => {
  show(['甲', '乙', '丙']);
  expect(shown()).toBe('甲乙丙');
  expect(toggle()).toBeNull();
});
