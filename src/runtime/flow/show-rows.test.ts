// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { childSection, showRows } from './show-rows.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'],
  });
  Element.prototype.scrollIntoView = vi.fn();
  document.body.innerHTML = '';
});
afterEach(() => void vi.useRealTimers());

function rowsCome(): HTMLElement {
  const section = document.createElement('section');
  section.id = childSection('gas');
  document.body.append(section);
  return section;
}

it.each([20, 5_000, 25_000])('marks the rows that somebody is led to, also when they come %i ms later', (ms) => {
  showRows('gas');
  vi.advanceTimersByTime(ms);
  const section = rowsCome();
  expect(section.dataset.led).toBeUndefined();
  vi.advanceTimersByTime(100);
  expect(section.dataset.led).toBe('');
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
});

it('leads nobody away who has gone on to something else', () => {
  showRows('gas');
  vi.advanceTimersByTime(1_000);
  window.dispatchEvent(new Event('wheel'));
  const section = rowsCome();
  vi.advanceTimersByTime(1_000);
  expect(section.dataset.led).toBeUndefined();
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
});
