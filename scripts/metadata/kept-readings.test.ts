import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'anlan-readings-'));
  mkdirSync(join(root, 'src/core'), { recursive: true });
  writeFileSync(join(root, 'src/core/reader.ts'), 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What a process reads of a text, and whether it had to. */
async function readInNewProcess(hash: string): Promise<{ readonly made: unknown; readonly asked: boolean }> {
  vi.resetModules();
  const { withKeptReadings } = await import('./kept-readings.ts');
  const { readOnce } = await import('../../server/metadata/judge/read-once.ts');
  let asked = false;
  const text = { kind: 'entity', key: 'alpha', area: 'demo', hash, content: '{}' } as const;
  const made = await withKeptReadings(root, async () =>
    readOnce(text, () => {
      asked = true;
      return { hash, uses: new Map([['/a', ['b']]]) };
    }),
  );
  return { made, asked };
}

const files = () => readdirSync(join(root, '.cache/tools'));

it('what was read of a text is there in the next process, until text or code is another', async () => {
  const made = { hash: 'h1', uses: new Map([['/a', ['b']]]) };
  expect(await readInNewProcess('h1')).toEqual({ made, asked: true });
  expect(await readInNewProcess('h1')).toEqual({ made, asked: false });
  expect(await readInNewProcess('h2')).toMatchObject({ made: { hash: 'h2' }, asked: true });
  // Only the last reading of a file is kept.
  expect(await readInNewProcess('h1')).toMatchObject({ asked: true });
  writeFileSync(join(root, 'src/core/reader.ts'), 'another');
  expect(await readInNewProcess('h1')).toMatchObject({ asked: true });
  expect(files()).toHaveLength(1);
});

it('what was kept and cannot be read is read anew', async () => {
  await readInNewProcess('h1');
  for (const name of files()) writeFileSync(join(root, '.cache/tools', name), 'broken');
  expect(await readInNewProcess('h1')).toMatchObject({ asked: true });
  expect(await readInNewProcess('h1')).toMatchObject({ asked: false });
});
