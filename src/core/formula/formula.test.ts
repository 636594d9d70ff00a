import { expect, test } from 'vitest';
import { formulaInWords, formulaModel } from './formula.ts';

const score = formulaModel(
  'unit',
  { of: 'dept', names: { violations: { id: 'faults', title: '违章起数', value: '1' } } },
  { kind: 'number' } as never,
);

test('a formula is read with its figures by their titles, whichever name it was written with', () => {
  expect(formulaInWords(score, 'max(20 - violations * 2, 0)')).toBe('max(20 - 违章起数 * 2, 0)');
  expect(formulaInWords(score, '20 - faults')).toBe('20 - 违章起数');
  expect(formulaInWords(score, '20 - ')).toBe('20 - ');
});
