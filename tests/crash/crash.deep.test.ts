import { expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { runCrash } from './run-crash.ts';

it(
  '50 kills under at least 2,000 acknowledged writes: none is lost, none half there',
  async () => {
    const result = await runCrash({ seed: 50, kills: 50, atLeast: 2_000 });
    console.log('crash', JSON.stringify({ ...result, faults: result.faults.length }));
    expect(result.faults.slice(0, 20)).toEqual([]);
    expect(result.acknowledged).toBeGreaterThanOrEqual(2_000);
    expect(result.processesKilled).toBeGreaterThanOrEqual(50 * 2);
    expect(result.unknown.done + result.unknown.undone).toBeGreaterThan(0);
  },
  patient(1_800_000),
);
