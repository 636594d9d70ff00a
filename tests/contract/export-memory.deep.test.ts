import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serverEnvironment, serverFlags } from '../../scripts/server-process.mjs';
import { EXPORT_ROWS } from '../../server/reports/spreadsheet/limits.ts';
import { patient } from '../fixtures/patience.ts';

interface Figures {
  readonly rows: number;
  /** Megabytes beyond the idle server. */
  readonly mb: number;
  readonly refused: string;
}

const root = join(import.meta.dirname, '../..');

it(
  'exports a million records as one job in at most 200 MB more than the server holds idle',
  async () => {
    const script = join(root, 'tests/bench/export-rows.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [...serverFlags, script, String(EXPORT_ROWS.job)], {
      // Outside Vitest the script starts a database of its own.
      env: { ...process.env, ...serverEnvironment(root), VITEST: undefined },
    });
    console.info(stdout.trim());
    const { rows, mb, refused } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figures;
    expect(rows).toBe(EXPORT_ROWS.job);
    expect(refused).toBe(`超过${EXPORT_ROWS.atOnce}条，不能一次导出，请缩小筛选范围`);
    expect(mb).toBeLessThan(200);
  },
  patient(1_800_000),
);
