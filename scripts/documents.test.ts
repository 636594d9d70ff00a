import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

const markdownBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

it('links between documents lead to what exists', () => {
  const documents = ['CONTRIBUTING.md', ...markdownBelow('docs')];
  const broken = documents.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link]) => link ?? '')
      .filter((link) => !existsSync(join(root, dirname(file), link)))
      .map((link) => `${file}: ${link}`),
  );
  expect(documents.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

it('the guide of the dialect reaches each chapter and recipe', () => {
  const guide = readFileSync(join(root, 'docs/dialect.md'), 'utf8');
  const pages = markdownBelow('docs/dialect');
  expect(pages.filter((page) => !guide.includes(`](${page.replace(/^docs\//, '')})`))).toEqual([]);
  expect(pages.length).toBeGreaterThan(50);
});

it('each recipe of CONTRIBUTING.md names the test that follows it', () => {
  const [, ...recipes] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## /m);
  const titles = (parts: readonly string[]) => parts.map((part) => part.split('\n')[0]);
  const unproven = recipes.filter((recipe) => !/^\*Shown by\* .*`[\w/.-]+\.test\.tsx?`/m.test(recipe));
  // What is no recipe: how it looks is looked at, and the rest are tools and advice.
  expect(titles(unproven)).toEqual(['Looks', 'Measuring', 'Sizes']);
  expect(recipes.length).toBeGreaterThan(12);
});

/** Sources of the layers that the code's own words are about. */
const SPOKEN = ['src/core', 'src/compile', 'src/runtime', 'server', 'schemas/meta'];

it('the words that the glossary explains by a name of the code stand in the code, each explained once', () => {
  const [, words = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split("# The code's own words");
  const sources = SPOKEN.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|json)$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const names = [...words.matchAll(/`([a-zA-Z][a-zA-Z.]*)`/g)].flatMap(([, name]) => name?.split('.') ?? []);
  const unknown = [...new Set(names)].filter((name) => !sources.some((source) => source.includes(name)));
  expect(unknown).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
  const rows = [...words.matchAll(/^\| (\*\*[^|]*) \|/gm)].flatMap(([, cell]) => cell?.split(', ') ?? []);
  expect(rows.filter((word, at) => rows.indexOf(word) !== at)).toEqual([]);
});

it('the index of documents reaches each of them', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const linked = read('README.md') + read('CONTRIBUTING.md') + read('docs/decisions.md');
  const all = (folder: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  expect(all('docs').filter((name) => !linked.includes(`docs/${name}`))).toEqual([]);
  expect(all('docs/decisions').filter((name) => !linked.includes(`decisions/${name}`))).toEqual([]);
});

it('what the security page promises is held by tests that exist, for each chapter of ASVS 5.0', () => {
  const rows = [...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/^\| V(\d+) .*$/gm)];
  expect(rows.map(([, chapter]) => Number(chapter))).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
  const tests = ['server', 'src', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  );
  const exists = (name: string) =>
    tests.some((file) => file.replace('.deep.', '.').replace(/(\.test)?\.tsx?$/, '') === name);
  const named = rows.map(([row]) =>
    [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  );
  expect(named.flat().filter((name) => !exists(name))).toEqual([]);
  // The last chapter is about what this product does not use.
  expect(named.slice(0, -1).filter(({ length }) => length === 0)).toEqual([]);
});
