import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Paths of this repository that a document names in code style; those with `<…>` or `*` stand for many. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:server|src|schemas|scripts|tests|mocks|docs|extensions)\/[\w./-]+\w)`/g)].map(
    ([, path]) => path ?? '',
  );

it.each(['README.md', 'README.en.md', 'CONTRIBUTING.md', 'docs/architecture.md'])(
  '%s names only files that exist',
  (file) => {
    const paths = pathsIn(readFileSync(join(root, file), 'utf8'));
    expect(paths.length).toBeGreaterThan(2);
    expect(paths.filter((path) => !existsSync(join(root, path)) && !PLANNED.has(path))).toEqual([]);
  },
);

/** Examples of files that a reader is to make. */
const PLANNED: ReadonlySet<string> = new Set(['schemas/areas/demo/toolCheck.entity.json']);

it('the index of documents reaches each of them', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const linked = read('README.md') + read('CONTRIBUTING.md') + read('docs/decisions.md');
  const all = (folder: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  expect(all('docs').filter((name) => !linked.includes(`docs/${name}`))).toEqual([]);
  expect(all('docs/decisions').filter((name) => !linked.includes(`decisions/${name}`))).toEqual([]);
});
