import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { patient } from '../tests/fixtures/patience.ts';
import { root } from './metadata/report.ts';

let cache: string;
beforeAll(() => {
  cache = mkdtempSync(join(tmpdir(), 'anlan-warm-'));
});
afterAll(() => rmSync(cache, { recursive: true, force: true }));

function run(...args: string[]) {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, ANLAN_MAKES_TEXTS: '1' };
  return spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
}

/** Whether a process that loads the server loads the compiler that strips types. */
function strips(): boolean {
  const told = run(
    '--input-type=module',
    '--eval',
    `await import('./server/assembly/run.ts');
     await import('./mocks/demo-plant/dangers.ts');
     console.log(process.moduleLoadList.some((name) => name.includes('amaro')));`,
  );
  expect([told.status, told.stderr]).toEqual([0, '']);
  return told.stdout.trim() === 'true';
}

it('leaves a server nothing to strip', { timeout: patient(120_000) }, () => {
  expect(run('scripts/warm-server.ts').status).toBe(0);
  expect(strips()).toBe(false);
  // Without it, the server does.
  rmSync(cache, { recursive: true, force: true });
  expect(strips()).toBe(true);
});
