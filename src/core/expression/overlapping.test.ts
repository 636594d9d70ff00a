import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../mocks/demo-plant/seeded.ts';
import { type EvaluationEnvironment, evaluateExpression, parseExpression } from './index.ts';

type Bound = number | string | null;
interface Row {
  readonly a: Bound;
  readonly b: Bound;
}

function overlapping(rows: readonly Row[]): unknown {
  const parsed = parseExpression('overlapping(rows, a, b)');
  if ('problems' in parsed) throw new Error(parsed.problems[0]?.message);
  const env = { names: (name: string) => (name === 'rows' ? rows : null), now: '', me: {} };
  return evaluateExpression(parsed.node, env as unknown as EvaluationEnvironment);
}

/** Points of a line of quarters from -1 to 10 that each row holds, asked of each pair. */
function shared(rows: readonly Row[], holds: (row: Row, point: number) => boolean): boolean {
  const points = Array.from({ length: 45 }, (_, index) => index / 4 - 1);
  return points.some((point) => rows.filter((row) => holds(row, point)).length > 1);
}

const isThere = (from: number | null, to: number | null) => from !== null || to !== null;

const KINDS: readonly {
  readonly kind: string;
  readonly bound: (at: number) => Bound;
  readonly most: number;
  readonly holds: (from: number | null, to: number | null, point: number) => boolean;
}[] = [
  {
    kind: 'numbers',
    bound: (at) => at,
    most: 9,
    holds: (from, to, point) => isThere(from, to) && (from === null || from <= point) && (to === null || point < to),
  },
  {
    kind: 'dates, both ends included',
    bound: (at) => `2026-01-0${at + 1}`,
    most: 8,
    holds: (from, to, point) => isThere(from, to) && (from === null || from <= point) && (to === null || point <= to),
  },
  {
    kind: 'moments',
    bound: (at) => `2026-01-01 0${at}:00:00`,
    most: 9,
    holds: (from, to, point) => isThere(from, to) && (from === null || from <= point) && (to === null || point < to),
  },
  {
    kind: 'times of day, over midnight',
    bound: (at) => `0${at}:00`,
    most: 9,
    holds: (from, to, point) => {
      if (from === null || to === null || point < 0) return false;
      return from < to ? from <= point && point < to : from <= point || point < to;
    },
  },
];

describe('overlapping', () => {
  test.each(KINDS)('of $kind is what holding every pair against each other finds', ({ bound, most, holds }) => {
    const random = seededRandom(17);
    const found = { true: 0, false: 0 };
    for (let run = 0; run < 4_000; run += 1) {
      const value = () => (random() < 0.12 ? null : Math.floor(random() * (most + 1)));
      const drawn = Array.from({ length: Math.floor(random() * 5) }, () => [value(), value()] as const);
      const rows = drawn.map(([a, b]) => ({ a: a === null ? null : bound(a), b: b === null ? null : bound(b) }));
      const wanted = shared(
        drawn.map(([a, b]) => ({ a, b })),
        ({ a, b }, point) => holds(a as number | null, b as number | null, point),
      );
      expect(overlapping(rows), JSON.stringify(rows)).toBe(wanted);
      found[`${wanted}`] += 1;
    }
    expect(Math.min(found.true, found.false)).toBeGreaterThan(400);
  });

  test('of two hundred thousand rows is found in one walk', () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => ({ a: index, b: index + 1 }));
    expect(overlapping(rows)).toBe(false);
    expect(overlapping([...rows, { a: 7.5, b: 8 }])).toBe(true);
  });
});
