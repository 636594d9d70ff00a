import { expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { writeSideBySide } from '../fixtures/rollup-writers.ts';

it(
  'roll-ups do not drift and nobody is told of a deadlock, whatever many writers do at once',
  async () => {
    await expect(writeSideBySide({ writers: 16, receipts: 150, plans: 4, seed: 1 })).resolves.toBeUndefined();
  },
  patient(60_000),
);
