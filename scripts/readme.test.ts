import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const [chinese, english] = [read('README.md'), read('README.en.md')];

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1] ?? '');
/** Names in code style that stand in the first cell of a table's row. */
const firstCells = (text: string) => all(text, /^\| ([^|]*) \|/gm).flatMap((cell) => all(cell, /`([^`]+)`/g));

describe('README in Chinese and in English', () => {
  it.each([
    ['headings', (text: string) => all(text, /^(#+) /gm)],
    ['commands', (text: string) => all(text, /^(npm \w+) /gm)],
    ['rows of tables', firstCells],
    ['demo accounts', (text: string) => all(text, /`([a-z]+)` \| [^|]+ \|$/gm)],
    ['links', (text: string) => all(text, /\]\(([^)]+)\)/g).filter((link) => !link.startsWith('README'))],
    ['folders', (text: string) => all(text, /^([\w/-]+\/) {2,}/gm)],
    ['steps', (text: string) => all(text, /^(\d)\. /gm)],
  ])('have the same %s', (_what, of) => {
    expect(of(english)).toEqual(of(chinese));
    expect(of(chinese).length).toBeGreaterThan(1);
  });

  it.each(['README.md', 'README.en.md'])('%s links only to what is there, and begins with the two commands', (file) => {
    const text = read(file);
    for (const link of all(text, /\]\(([^)#]+)\)/g)) expect([link, existsSync(join(root, link))]).toEqual([link, true]);
    expect(text.indexOf('npm start')).toBeLessThan(text.indexOf('ANLAN_'));
    expect(text.indexOf('npm test')).toBeLessThan(text.indexOf('ANLAN_'));
  });

  it('name every variable that the server reads', () => {
    const known = new Set(firstCells(chinese));
    const config = read('server/ground/config.ts');
    const asked = new Set(all(config, /\b(ANLAN_[A-Z_]+|TLS_[A-Z]+|DATABASE_(?:OWNER_)?URL|ADMIN_PORT)\b/g));
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
    expect(asked.size).toBeGreaterThan(10);
  });
});
