import { it } from 'vitest';
import { pasteWithFaults, startPastedMatrix } from '../fixtures/pasted-matrix.ts';
import { patient } from '../fixtures/patience.ts';

it(
  'of 6,000 pasted cells the 40 at fault are named and all others are saved',
  async () => {
    const matrix = await startPastedMatrix();
    try {
      await pasteWithFaults(matrix, 6_000);
    } finally {
      await matrix.close();
    }
  },
  patient(600_000),
);
