import { expect, it } from 'vitest';
import { containing, searchGrams } from './search-text.ts';

it('looks for triples of neighbours, of a shorter text for itself, with small Latin capitals', () => {
  expect(searchGrams('GB安𠮷')).toEqual(['gb安', 'b安𠮷']);
  expect(searchGrams('安全')).toEqual(['安全']);
  expect(searchGrams('𠮷')).toEqual(['𠮷']);
  expect(searchGrams('哈哈哈哈')).toEqual(['哈哈哈']);
  expect(searchGrams('')).toEqual([]);
});

it('takes wildcards literally', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
});
