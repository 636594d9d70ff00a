// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionToolbar, splitActions } from './ActionToolbar.tsx';
import { LoadingDelay } from './LoadingDelay.tsx';
import { StatusTag } from './StatusTag.tsx';
import { defineTexts, provideTexts, useLanguage } from './text/define-texts.ts';
import { Unbroken } from './Unbroken.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let host: HTMLElement;

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.useRealTimers();
});

describe('ActionToolbar', () => {
  const actions = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `${index}`, label: `动作${index}`, onClick: () => {} }));

  it('shows four side by side and folds all but three of five', () => {
    expect(splitActions(actions(4)).folded).toHaveLength(0);
    expect(splitActions(actions(5))).toMatchObject({ visible: { length: 3 }, folded: { length: 2 } });
    act(() => root.render(<ActionToolbar actions={actions(5)} />));
    expect([...host.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
      '动作0',
      '动作1',
      '动作2',
      '更多',
    ]);
  });
});

describe('LoadingDelay', () => {
  it('shows the spinner only after two seconds, and the content once loaded', () => {
    vi.useFakeTimers();
    act(() => root.render(<LoadingDelay loading>内容</LoadingDelay>));
    act(() => vi.advanceTimersByTime(1999));
    expect(host.querySelector('[role="status"]')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(host.querySelector('[role="status"]')).not.toBeNull();
    act(() => root.render(<LoadingDelay loading={false}>内容</LoadingDelay>));
    expect(host.textContent).toBe('内容');
  });
});

it('shows a grave state with word and icon', () => {
  act(() => root.render(<StatusTag text="重大风险" color="red" grave />));
  expect(host.textContent).toContain('重大风险');
  expect(host.querySelector('[aria-label="严重"]')).not.toBeNull();
});

it('looks a text up in the chosen language and falls back to Chinese', () => {
  const { text } = defineTexts('sample', { a: '共{n}项', b: '甲' });
  expect(text('a', { n: 3 })).toBe('共3项');
  provideTexts('en-US', { sample: { a: '{n} items' } });
  useLanguage.setState({ language: 'en-US' });
  expect([text('a', { n: 3 }), text('b')]).toEqual(['3 items', '甲']);
  useLanguage.setState({ language: 'zh-CN' });
});

describe('Unbroken', () => {
  it('keeps each date of a text in one piece, and the text as it is', () => {
    const text = '2026-11-16 08:24 → 2026-11-17；GB 6441-2025，2026-11';
    act(() => root.render(<Unbroken text={text} />));
    expect(host.textContent).toBe(text);
    const pieces = [...host.querySelectorAll('span')].map((piece) => piece.textContent);
    expect(pieces).toEqual(['2026-11-16 08:24', '2026-11-17', '2026-11']);
  });
});
