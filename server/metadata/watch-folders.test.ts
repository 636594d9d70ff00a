import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { patient } from '../../tests/fixtures/patience.ts';
import { watchFolders } from './watch-folders.ts';

let root: string;
let stop: () => void;
let told = 0;

async function toldAfter(change: () => Promise<unknown>): Promise<void> {
  // What the change before was told of may still arrive.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = told;
  await change();
  await expect.poll(() => told, { timeout: patient(10_000), interval: 20 }).toBeGreaterThan(before);
}

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'anlan-watch-'));
  await mkdir(path.join(root, 'areas/base'), { recursive: true });
  await writeFile(path.join(root, 'areas/base/law.entity.json'), '{}');
  told = 0;
});

afterEach(async () => {
  stop();
  await rm(root, { recursive: true, force: true });
});

const law = () => path.join(root, 'areas/base/law.entity.json');

/** As editors save: a new file takes the place of the old one. */
async function replace(text: string): Promise<void> {
  await writeFile(`${law()}~`, text);
  await rename(`${law()}~`, law());
}

describe('watched folders', () => {
  it('tell of a file that was replaced by a rename, and of what happens to it afterwards', async () => {
    // So rarely that only a watch can have told.
    stop = watchFolders(root, () => (told += 1), { lookEvery: 3_600_000 });
    await toldAfter(() => replace('{"a":1}'));
    await toldAfter(() => replace('{"a":2}'));
    await toldAfter(() => writeFile(law(), '{"a":3}'));
    await toldAfter(() => rm(law()));
  });

  it('tell of folders that come, with what is in them, and of those that come back', async () => {
    stop = watchFolders(root, () => (told += 1), { lookEvery: 3_600_000 });
    const area = path.join(root, 'areas/later');
    await toldAfter(() => mkdir(area));
    await toldAfter(() => writeFile(path.join(area, 'x.entity.json'), '{}'));
    await toldAfter(() => rm(area, { recursive: true }));
    await toldAfter(() => mkdir(area));
    await toldAfter(() => writeFile(path.join(area, 'x.entity.json'), '{}'));
  });

  it('are looked through where nothing is told', async () => {
    stop = watchFolders(path.join(root, 'later'), () => (told += 1), { lookEvery: 50 });
    await toldAfter(async () => {
      await mkdir(path.join(root, 'later'));
      await writeFile(path.join(root, 'later/x.json'), '{}');
    });
  });
});
