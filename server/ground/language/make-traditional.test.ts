import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTraditional } from './make-traditional.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'anlan-texts-'));
  mkdirSync(join(root, 'scripts', 'locales'), { recursive: true });
  const script = `import { writeFileSync } from 'node:fs';\nwriteFileSync('made', '');\n`;
  writeFileSync(join(root, 'scripts', 'locales', 'write-traditional.ts'), script);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('runs the script where a file that is to be read is missing, and not where all are there', () => {
  const files = ['a.json', 'b.json'].map((name) => join(root, name));
  for (const file of files) writeFileSync(file, '{}');
  makeTraditional(root, files);
  expect(existsSync(join(root, 'made'))).toBe(false);
  rmSync(files[1] ?? '');
  makeTraditional(root, files);
  expect(existsSync(join(root, 'made'))).toBe(true);
});

it('finds what the product made for this checkout, so that a server starts no other process', () => {
  const checkout = join(import.meta.dirname, '..', '..', '..');
  const read = [join(checkout, 'src/locales/zh-TW/messages.json'), join(import.meta.dirname, 'locales', 'zh-TW.json')];
  expect(read.filter((file) => !existsSync(file))).toEqual([]);
});
