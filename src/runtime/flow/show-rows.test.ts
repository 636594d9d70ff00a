// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { childSection, showRows } from './show-rows.ts';

it('marks the rows that somebody is led to, also when they come a moment later', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  document.body.innerHTML = '';
  showRows('gas');
  const section = document.createElement('section');
  section.id = childSection('gas');
  document.body.append(section);
  expect(section.dataset.led).toBeUndefined();
  await vi.waitFor(() => expect(section.dataset.led).toBe(''));
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
});
