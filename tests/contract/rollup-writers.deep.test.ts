import { expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { writeSideBySide } from '../fixtures/rollup-writers.ts';

it(
  '64 writers do 10,000 writes side by side: roll-ups do not drift and nobody is told of a deadlock',
  async () => {
    await expect(writeSideBySide({ writers: 64, receipts: 10_000, plans: 24, seed: 64 })).resolves.toBeUndefined();
  },
  patient(1_800_000),
);
