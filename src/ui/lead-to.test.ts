// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leadTo, markLed } from './lead-to.ts';

const marked = () => [...document.querySelectorAll('[data-led]')].map(({ id }) => id);
const at = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(id);
  return found;
};

beforeEach(() => {
  vi.useFakeTimers();
  Element.prototype.scrollIntoView = vi.fn();
  document.body.innerHTML =
    '<div id="one"><label>一</label><input id="entry"></div><div id="two" tabindex="-1">二</div>';
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('a place that a person is led to', () => {
  it('comes into sight, has the focus, and stands out for a moment', () => {
    leadTo(at('one'), at('entry'));
    expect(vi.mocked(Element.prototype.scrollIntoView).mock.instances).toEqual([at('one')]);
    expect(document.activeElement).toBe(at('entry'));
    expect(marked()).toEqual(['one']);
    vi.advanceTimersByTime(3_900);
    expect(marked()).toEqual(['one']);
    vi.advanceTimersByTime(200);
    expect(marked()).toEqual([]);
  });

  it('is the only one, and stands out for as long again when he is led to it again', () => {
    leadTo(at('one'), at('entry'));
    vi.advanceTimersByTime(3_000);
    leadTo(at('two'));
    expect([marked(), document.activeElement?.id]).toEqual([['two'], 'two']);
    vi.advanceTimersByTime(3_000);
    markLed(at('two'));
    vi.advanceTimersByTime(3_000);
    expect(marked()).toEqual(['two']);
    vi.advanceTimersByTime(1_001);
    expect(marked()).toEqual([]);
  });
});
