import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('writes a million rows without holding them: at most 200 MB more than before', async () => {
  const script = join(import.meta.dirname, '../bench/export-rows.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '1000000']);
  const { rows, mb, waitingMb } = JSON.parse(stdout) as { rows: number; mb: number; waitingMb: number };
  expect(rows).toBe(1_000_000);
  expect(waitingMb).toBeLessThan(4);
  expect(mb).toBeLessThan(200);
}, 1_800_000);
