import { describe, expect, it } from 'vitest';
import { inBatch } from './write-batch.ts';

describe('a batch of writes', () => {
  it('asks once for each id, also while the first answer is awaited', async () => {
    const asked: (readonly string[])[] = [];
    const ask = async (ids: readonly string[]) => {
      asked.push(ids);
      return new Map(ids.filter((id) => id !== 'none').map((id) => [id, id.toUpperCase()]));
    };
    await inBatch(async (batch) => {
      const [first, second] = await Promise.all([
        batch.each('names', ['a', 'b'], ask),
        batch.each('names', ['b', 'none'], ask),
      ]);
      expect(first).toEqual(
        new Map([
          ['a', 'A'],
          ['b', 'B'],
        ]),
      );
      expect(second).toEqual(new Map([['b', 'B']]));
      await batch.each('names', ['a', 'none'], ask);
      await batch.each('others', ['a'], ask);
      batch.forget('names', 'a');
      await batch.each('names', ['a', 'b'], ask);
    });
    // What was not there may have come meanwhile.
    expect(asked).toEqual([['a', 'b'], ['none'], ['none'], ['a'], ['a']]);
  });

  it('does what was put off together at its end, and nothing of it where its work fails', async () => {
    const done: (readonly number[])[] = [];
    const work = async (items: readonly number[]) => void done.push(items);
    await inBatch(async (batch) => {
      batch.later('numbers', 1, work);
      batch.later('numbers', 2, work);
      expect(done).toEqual([]);
    });
    expect(done).toEqual([[1, 2]]);
    const failing = inBatch(async (batch) => {
      batch.later('numbers', 3, work);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(done).toHaveLength(1);
  });
});
