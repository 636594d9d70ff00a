import { expect, it } from 'vitest';
import { containing, searchText } from './search-text.ts';

it('puts a separator around each character and makes Latin capitals small', () => {
  expect(searchText('GB安𠮷')).toBe('ꞏgꞏbꞏ安ꞏ𠮷ꞏ');
  expect(searchText('')).toBe('ꞏ');
});

it('takes wildcards literally', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
});
