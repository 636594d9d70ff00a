import { expect, it } from 'vitest';
import { seededRandom } from '../../../mocks/demo-plant/seeded.ts';
import { patient } from '../../../tests/fixtures/patience.ts';
import { judgePatterns } from '../../../tests/fixtures/pumped-patterns.ts';
import { patternFault } from './pattern-safety.ts';

it('none of 10,000 patterns that are accepted is slow, however it is pumped up', {
  timeout: patient(3_600_000),
}, () => {
  const { slow } = judgePatterns(10_000, seededRandom(4), (one) => patternFault(one) !== undefined);
  expect(slow).toEqual([]);
});
