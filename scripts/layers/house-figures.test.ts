import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { figureFaults, houseFigures } from './house-figures.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'anlan-figures-'));
});

afterEach(() => rmSync(root, { recursive: true }));

/** Where each figure found something, in a checkout of just these files. */
function found(files: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const figures = houseFigures(root).filter(({ sites }) => sites.length > 0);
  return Object.fromEntries(figures.map(({ says, sites }) => [says, sites]));
}

const MANY = '6 个以上参数的函数';
const MISSING = '可能缺少的部件';
const SPLIT = '分开传调用和连接的函数';
const UNUSED = '无人引用的生成文件';
const LISTS = '手写的字段类型清单';

test.each([
  ['a function', 'function f(a, b, c, d, e, f) {}'],
  ['an arrow', 'const f = (a, b, c, d, e, f = 1) => a;'],
  ['a method', 'const o = { m(a, b, c, d, e, ...f) {} };'],
  ['a type', 'interface A { m(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1): void }'],
])('six parameters are counted: %s', (_, source) => {
  expect(found({ 'src/core/a.ts': `\n${source}` })).toEqual({ [MANY]: ['src/core/a.ts:2'] });
});

it('five parameters, six type parameters and six arguments are not', () => {
  const source = 'function f<A, B, C, D, E, F>(a: A, b: B, c: C, d: D, e: E) {}\nf(1, 2, 3, 4, 5, 6);';
  expect(found({ 'src/core/a.ts': source })).toEqual({});
});

describe('a part that may be missing', () => {
  test.each([
    ['services.parts?.timers.arm(tx)'],
    ['tx.call.services.parts.evidence?.seal(tx)'],
    ['parts.notices?.send(tx)'],
    ['call.services?.files'],
    ['tx.verbs.save?.(tx)'],
  ])('is asked for: %s', (source) => {
    expect(found({ 'server/a.ts': source })).toEqual({ [MISSING]: ['server/a.ts:1'] });
  });

  it('is said by the ports, and nowhere else', () => {
    const source = 'export interface Parts { timers?: 1 }\nexport interface Notice { text?: 1 }';
    expect(found({ 'server/records/call/ports.ts': source })).toEqual({
      [MISSING]: ['server/records/call/ports.ts:1'],
    });
    expect(found({ 'server/records/call/ports.ts': '', 'server/a.ts': source })).toEqual({});
  });

  it('is no other thing of that name, nor one of a test', () => {
    expect(
      found({ 'server/a.ts': 'state.timers?.a; parts.proposal?.b; parts?.row', 'src/core/a.ts': 'x.parts?.timers' }),
    ).toEqual({});
    expect(found({ 'server/a.ts': '', 'server/a.test.ts': 'call.services?.files' })).toEqual({});
  });
});

it('a call and its connection are one', () => {
  const split = 'function f(call: EntityCall, id: string, db: Connection) {}';
  const one = 'function f(tx: Reading, id: string) {}\nfunction g(call: EntityCall) {}\nfunction h(db: Connection) {}';
  expect(found({ 'server/a.ts': split, 'server/b.ts': one })).toEqual({ [SPLIT]: ['server/a.ts:1'] });
});

it('a generated file is imported by another', () => {
  const files = { 'src/a.generated.ts': 'export const a = 1;', 'src/b.ts': `import { a } from './a.generated.ts';` };
  expect(found(files)).toEqual({});
  expect(found({ 'src/b.ts': '' })).toEqual({ [UNUSED]: ['src/a.generated.ts'] });
});

it('a list of field types is written by the generator', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const types = Object.fromEntries(names.map((name) => [`src/field-types/${name}/view.tsx`, 'export const view = 1;']));
  const list = names.map((name) => `import { view as ${name} } from './${name}/view.tsx';`).join('\n');
  expect(
    found({
      ...types,
      'src/field-types/views.generated.ts': list,
      'src/b.ts': `import './field-types/views.generated.ts';`,
    }),
  ).toEqual({});
  expect(found({ 'src/field-types/views.ts': list })).toEqual({ [LISTS]: ['src/field-types/views.ts'] });
});

it('one too many is told with its place and the way out, and as many as there may be are not', () => {
  const figure = { says: '某物', sites: ['a.ts:1', 'b.ts:2'], most: 1, fix: '合并' };
  expect(figureFaults([figure, { ...figure, most: 2 }])).toEqual(['某物有 2 处，至多 1 处：a.ts:1、b.ts:2。请合并']);
});
