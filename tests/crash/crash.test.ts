import { expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { runCrash } from './run-crash.ts';

it(
  '2 kills under a stream of writes: nothing acknowledged is lost, nothing is half there',
  async () => {
    const result = await runCrash({ seed: 5, kills: 2, atLeast: 80 });
    console.log('crash', JSON.stringify({ ...result, faults: result.faults.length }));
    expect(result.faults.slice(0, 20)).toEqual([]);
    expect(result.acknowledged).toBeGreaterThanOrEqual(80);
    expect(result.processesKilled).toBeGreaterThanOrEqual(3 * 2);
    expect(result.unknown.total).toBeGreaterThan(0);
  },
  patient(240_000),
);
