import { expect, it } from 'vitest';
import { createSnowflakeIds } from './snowflake.ts';

it('gives ascending ids of 19 digits, also within one millisecond and when the clock is set back', () => {
  let time = Date.UTC(2026, 3, 30);
  const ids = createSnowflakeIds(() => time, 7);
  const given: string[] = [];
  for (let count = 0; count < 10_000; count += 1) given.push(ids.next());
  time -= 60_000;
  given.push(ids.next());
  expect(given.every((id) => /^\d{19}$/.test(id))).toBe(true);
  expect([...given].sort()).toEqual(given);
  expect(new Set(given).size).toBe(given.length);
});

it('keeps 19 digits from 2017 to 2079', () => {
  for (const year of [2018, 2079]) {
    expect(createSnowflakeIds(() => Date.UTC(year, 0, 1), 1023).next()).toHaveLength(19);
  }
});
