import { expect, it } from 'vitest';
import { seededRandom } from '../../../mocks/demo-plant/seeded.ts';
import { judgePatterns, pumpOf } from '../../../tests/fixtures/pumped-patterns.ts';
import { patternFault } from './pattern-safety.ts';

it.each(['^(a?){30}b$', '^(a|b|ab){25}c$', `^${'a?'.repeat(30)}b$`, '^((a|b|ab){5}){6}c$', '^(a+)+$'])(
  'the pumps find what takes too long, and lint refuses it: %s',
  (pattern) => {
    expect(pumpOf(pattern)).toBeDefined();
    expect(patternFault(pattern)).toMatch(/长时间匹配不完/);
  },
);

it.each(['(((.))?){7,}!$', '(((1b){0,9}|([^.]|[^.].b|\\w\\d)|(\\.){13,}(a?){22}\\.)1)[ab]a?$'])(
  'many ways at each place of a text are refused: %s',
  (pattern) => {
    expect(pumpOf(pattern)).toBeDefined();
    expect(patternFault(pattern)).toMatch(/长时间匹配不完/);
  },
);

it.each(['\\w+(com|cn|net)$', '[A-Z]\\d+$', '(厂|车间)\\d*号?$'])(
  'an ordinary pattern that is searched for is accepted: %s',
  (pattern) => {
    expect(patternFault(pattern)).toBeUndefined();
  },
);

it('what is accepted costs no more than in proportion to the text, however it is pumped up', {
  timeout: 120_000,
}, () => {
  const { slow, rightlyRefused } = judgePatterns(
    60,
    seededRandom(20_261_123),
    (one) => patternFault(one) !== undefined,
  );
  expect(slow).toEqual([]);
  expect(rightlyRefused).toBeGreaterThan(4);
});
