import { expect, it } from 'vitest';
import { type DrawnMutant, draw, tally, type Verdict } from './draw.ts';

const mutant = (id: string): DrawnMutant => ({
  id,
  range: `${id}:1:0-1:1`,
  file: id,
  line: 1,
  name: 'BooleanLiteral',
  original: 'true',
  replacement: 'false',
});
const all = Array.from({ length: 40 }, (_, at) => mutant(`m${at}`));
const ids = (drawn: readonly DrawnMutant[]) => drawn.map(({ id }) => id);

it('draws the same mutants by the same seed, in whatever order they were found, and none twice', () => {
  const drawn = ids(draw(all, 10, 7));
  expect(ids(draw(all.toReversed(), 10, 7))).toEqual(drawn);
  expect(ids(draw(all, 10, 8))).not.toEqual(drawn);
  expect(new Set(ids(draw(all, 100, 7))).size).toBe(40);
});

it('counts a test that never ends as one that noticed, and what did not run apart', () => {
  const verdicts: Record<string, Verdict> = {
    m0: 'Killed',
    m1: 'Timeout',
    m2: 'Survived',
    m3: 'NoCoverage',
    m4: 'RuntimeError',
  };
  const { killed, survived, untested, broken } = tally(all.slice(0, 6), verdicts);
  expect([killed, survived, untested, broken].map(ids)).toEqual([['m0', 'm1'], ['m2'], ['m3'], ['m4', 'm5']]);
});
