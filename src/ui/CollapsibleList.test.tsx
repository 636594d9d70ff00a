// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { mounted } from '../../tests/fixtures/mounted.ts';
import { CollapsibleList } from './CollapsibleList.tsx';

const page = mounted();

const show = (items: readonly string[]) =>
  page.draw(
    <CollapsibleList items={items} itemKey={(item) => item} render={(item) => item} rest={(count) => `等${count}项`} />,
  );
const shown = () => [...page.host.querySelectorAll('li')].map((item) => item.textContent).join('');
const toggle = () => page.host.querySelector('button');

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
