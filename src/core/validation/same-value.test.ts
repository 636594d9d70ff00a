import { describe, expect, test } from 'vitest';
import { sameJson, sameValue } from './same-value.ts';

/** Numbers from 0 to 1 that follow from a seed. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const EMPTY = [null, undefined, '', []] as const;
const LEAVES = ['a', 'b', '0', ' ', 0, 1, -1.5, true, false] as const;
const KEYS = ['name', 'level', 'toString', '__proto__', 'rows'] as const;

function pick<T>(draw: () => number, from: readonly T[]): T {
  return from[Math.floor(draw() * from.length)] as T;
}

function draw(next: () => number, depth: number): unknown {
  const kind = depth === 0 ? next() * 0.6 : next();
  if (kind < 0.2) return pick(next, EMPTY);
  if (kind < 0.6) return pick(next, LEAVES);
  if (kind < 0.8) return Array.from({ length: 1 + Math.floor(next() * 3) }, () => draw(next, depth - 1));
  return record(KEYS.filter(() => next() < 0.5).map((key) => [key, draw(next, depth - 1)]));
}

const record = (entries: readonly (readonly [string, unknown])[]): unknown => {
  const made: Record<string, unknown> = {};
  for (const [key, value] of entries)
    Object.defineProperty(made, key, { value, enumerable: true, writable: true, configurable: true });
  return made;
};

/** The same said otherwise: another empty value, or keys in another order and undefined ones among them. */
function reworded(value: unknown, next: () => number): unknown {
  return isEmpty(value) ? pick(next, EMPTY) : reordered(value);
}

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => reordered(entry ?? null));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, reordered(entry)] as const);
  return record([...entries.toReversed(), ['unseen', undefined]]);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The same with one leaf of it changed; undefined where it has none. */
function changed(value: unknown): unknown {
  if (Array.isArray(value)) {
    const at = value.findIndex((entry) => changed(entry) !== undefined);
    return at < 0 ? undefined : value.with(at, changed(value[at]));
  }
  if (typeof value !== 'object' || value === null) return isEmpty(value) ? undefined : `${String(value)}!`;
  const entries = Object.entries(value);
  const at = entries.findIndex(([, entry]) => changed(entry) !== undefined);
  return at < 0
    ? undefined
    : record(entries.map(([key, entry], index) => [key, index === at ? changed(entry) : entry]));
}

describe('two values of a record', () => {
  const next = draws(20261123);
  const values = Array.from({ length: 400 }, () => draw(next, 3));

  test('are the same however they are said, both ways round', () => {
    for (const value of values) {
      const other = reworded(value, next);
      expect(sameValue(value, value)).toBe(true);
      expect([sameValue(value, other), sameValue(other, value)], JSON.stringify([value, other])).toEqual([true, true]);
    }
  });

  test('are the same after a way through JSON and jsonb', () => {
    for (const value of values) expect(sameValue(value, JSON.parse(JSON.stringify(value ?? null)))).toBe(true);
  });

  test('are not the same once one leaf differs', () => {
    for (const value of values) {
      const other = changed(value);
      if (other !== undefined)
        expect([sameValue(value, other), sameValue(other, value)], JSON.stringify([value, other])).toEqual([
          false,
          false,
        ]);
    }
  });

  test('sameness is one of kinds: what is the same as a third is the same', () => {
    const few = values.slice(0, 120);
    for (const left of few) {
      for (const right of few) {
        const same = sameValue(left, right);
        expect(sameValue(right, left)).toBe(same);
        if (same) for (const third of few) expect(sameValue(left, third)).toBe(sameValue(right, third));
      }
    }
  });

  test('differ in type, in the order of a list, and in its length', () => {
    expect(sameValue(1, '1')).toBe(false);
    expect(sameValue(0, '')).toBe(false);
    expect(sameValue(false, null)).toBe(false);
    expect(sameValue({}, null)).toBe(false);
    expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(sameValue(['a', null], ['a'])).toBe(false);
    expect(sameValue({ 0: 'a' }, ['a'])).toBe(false);
    expect(sameValue(new Date(0), new Date(1))).toBe(false);
    expect(sameValue(new Date(0), new Date(0).toJSON())).toBe(true);
    expect(sameValue([{ name: '' }], [{ name: null }])).toBe(false);
    expect(sameJson('', null)).toBe(false);
    expect(sameJson({ name: undefined }, {})).toBe(true);
    expect(sameValue({ toString: 'a' }, {})).toBe(false);
  });
});
