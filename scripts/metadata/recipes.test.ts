import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generateRecipes } from './recipes.ts';

let root: string;

function write(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

const PAGE = 'docs/dialect/recipes/weight.md';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'anlan-recipes-'));
  const examples = [
    { title: '两倍', now: '2026-03-01', record: { a: 2 }, expect: { b: 4 } },
    { title: '过重', record: { a: 9 }, errors: { a: '不得 | 过重' } },
    { title: '无误', record: {} },
  ];
  const entity = { entity: 'weightExample', title: '称重', description: '称两次。', examples };
  write('schemas/examples/index.json', '{"groups":[{"title":"数字","examples":["weight"]}]}');
  write('schemas/examples/weight.entity.json', JSON.stringify(entity));
});

afterEach(() => rmSync(root, { recursive: true }));

it('a page says what an example is, what becomes of which record, and the file', () => {
  const { pages, list, orphans } = generateRecipes(root);
  const text = pages.get(PAGE) ?? '';
  expect(text).toMatch(/^<!-- begin recipe -->\n\n# 称重\n\n称两次。\n/);
  expect(text).toContain('| 两倍 | on 2026-03-01, `{"a":2}` | `{"b":4}` |');
  expect(text).toContain('| 过重 | `{"a":9}` | `a` 不得 \\| 过重 |');
  expect(text).toContain('| 无误 | `{}` | no fault |');
  expect(text).toContain('"entity":"weightExample"');
  expect(list).toBe('**数字**\n\n- [称重](dialect/recipes/weight.md) `weight`: 称两次。');
  expect(orphans).toEqual([]);
});

it('what a person wrote below stays, and a page without an example is told', () => {
  write(PAGE, `<!-- begin recipe -->\nold\n<!-- end recipe -->\n\nMine.\n`);
  write('docs/dialect/recipes/gone.md', '');
  const { pages, orphans } = generateRecipes(root);
  expect(pages.get(PAGE)).toMatch(/# 称重[\s\S]*<!-- end recipe -->\n\nMine\.\n$/);
  expect(pages.get(PAGE)).not.toContain('old');
  expect(orphans).toEqual(['docs/dialect/recipes/gone.md']);
});

it('an example that the index names and that is not there is an error', () => {
  write('schemas/examples/index.json', '{"groups":[{"title":"数字","examples":["none"]}]}');
  expect(() => generateRecipes(root)).toThrow('none.entity.json');
});
