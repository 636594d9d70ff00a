import { expect, test } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { compareAggregates } from './compare-aggregates.ts';

test(
  '10,000 expressions with aggregates over other entities give the same evaluated and in SQL',
  async () => {
    const { compared, faults } = await compareAggregates(10_000, 20_260_731);
    expect(faults).toEqual([]);
    expect(compared).toBe(10_000 * 12);
  },
  patient(3_600_000),
);
