import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hostileKinds } from '../bench/hostile/kinds.ts';
import { expectLinear, measureGrowth, perDoublingOf } from '../fixtures/growth.ts';

const root = join(import.meta.dirname, '..', '..');
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

describe('the measure', () => {
  // About as much work at 4n as the floor asks for, and more than enough.
  const spin = (times: number) => {
    let sum = 0;
    for (let at = 0; at < times; at += 1) sum = (sum * 31 + at) % 1_000_003;
    return sum;
  };

  it('finds work that grows with the square of its input', async () => {
    await expect(expectLinear((size) => () => spin(size * size), { largest: 6_000 })).rejects.toThrow(/per doubling/);
  });

  it('passes work that grows as its input does', async () => {
    const growth = await expectLinear((size) => () => spin(size * 4_000), { largest: 8_000 });
    expect(growth.sizes).toEqual([2_000, 4_000, 8_000]);
  });

  it('does not take outgrown caches of the processor for growth, and no power of the input for them', () => {
    expect(perDoublingOf([39, 142, 360], 40)).toBeCloseTo(2.54, 1);
    expect(perDoublingOf([10, 40, 160], 40)).toBe(4);
    expect(perDoublingOf([20, 50, 160], 40)).toBeGreaterThan(2.8);
  });

  it('judges nothing that costs next to nothing at the largest size', async () => {
    expect((await measureGrowth((size) => () => spin(size * size), { largest: 20 })).perDoubling).toBe(1);
  });
});

describe('the cost of hostile input grows at most linearly:', () => {
  it.each(hostileKinds.filter(({ test }) => test === undefined))(
    '$name',
    async (kind) => {
      const input = await kind.open();
      if (input.close !== undefined) closing.push(() => input.close?.() ?? Promise.resolve());
      await expectLinear((size) => input.prepare(size), { largest: kind.largest });
    },
    300_000,
  );

  it('whose test stands elsewhere has one there', () => {
    for (const { name, test } of hostileKinds) {
      expect([name, test === undefined || existsSync(join(root, test))]).toEqual([name, true]);
    }
  });

  it('names each kind once', () => {
    const names = hostileKinds.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});
