// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mounted } from '../../tests/fixtures/mounted.ts';
import { ActionToolbar, splitActions } from './ActionToolbar.tsx';
import { LoadingDelay } from './LoadingDelay.tsx';
import { StatusTag } from './StatusTag.tsx';
import { defineTexts, provideTexts, useLanguage } from './text/define-texts.ts';
import { Unbroken } from './Unbroken.tsx';

const page = mounted();

afterEach(() => {
  vi.useRealTimers();
});

describe('ActionToolbar', () => {
  const actions = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `${index}`, label: `动作${index}`, onClick: () => {} }));

  it('shows four side by side and folds all but three of five', () => {
    expect(splitActions(actions(4)).folded).toHaveLength(0);
    expect(splitActions(actions(5))).toMatchObject({ visible: { length: 3 }, folded: { length: 2 } });
    page.draw(<ActionToolbar actions={actions(5)} />);
    expect([...page.host.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
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
    page.draw(<LoadingDelay loading>内容</LoadingDelay>);
    act(() => vi.advanceTimersByTime(1999));
    expect(page.host.querySelector('[role="status"]')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(page.host.querySelector('[role="status"]')).not.toBeNull();
    page.draw(<LoadingDelay loading={false}>内容</LoadingDelay>);
    expect(page.host.textContent).toBe('内容');
  });
});

it('shows a grave state with word and icon', () => {
  page.draw(<StatusTag text="重大风险" color="red" grave />);
  expect(page.host.textContent).toContain('重大风险');
  expect(page.host.querySelector('[aria-label="严重"]')).not.toBeNull();
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
    page.draw(<Unbroken text={text} />);
    expect(page.host.textContent).toBe(text);
    const pieces = [...page.host.querySelectorAll('span')].map((piece) => piece.textContent);
    expect(pieces).toEqual(['2026-11-16 08:24', '2026-11-17', '2026-11']);
  });
});
