import { expect, test } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { compareAggregates } from './compare-aggregates.ts';

test(
  'aggregates over other entities give the same evaluated and in SQL, however they are nested',
  async () => {
    const { compared, faults } = await compareAggregates(500, 20_260_730);
    expect(faults).toEqual([]);
    expect(compared).toBe(500 * 12);
  },
  patient(120_000),
);
