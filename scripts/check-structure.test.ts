import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, test } from 'vitest';
import { readStructure, structureFaults } from './check-structure.ts';
import { NO_FAULTS, readKnownFaults } from './layers/known-faults.ts';

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

const LIST = 'scripts/layers/known-faults.json';

/** A checkout that holds just these files. */
function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'anlan-structure-'));
  trees.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const faultsOf = (root: string) => structureFaults(readStructure(root), readKnownFaults(root));
const faults = (files: Readonly<Record<string, string>>) => faultsOf(tree(files));
/** Faults of imports alone: what is exported here is mostly there to be imported by nobody. */
const importFaults = (files: Readonly<Record<string, string>>) =>
  faults(files).filter((fault) => !fault.includes('没有文件引用导出的'));

describe('a circle', () => {
  test.each([
    ['an import', `import { b } from './b.ts';\nexport { b };`],
    ['a re-export', `export * from './b.ts';`],
    ['a type import', `import type { B } from './b.ts';\nexport type A = B;`],
    ['a type in place', `export type A = import('./b.ts').B;`],
    ['a lazy import', `export const b = () => import('./b.ts');`],
    ['a worker', `import worker from './b.ts?worker';\nexport { worker };`],
  ])('is closed by %s', (_form, source) => {
    expect(importFaults({ 'src/core/a.ts': source, 'src/core/b.ts': `import './a.ts';` })).toEqual([
      expect.stringMatching(
        /^src\/core\/a\.ts {2}2 个文件循环引用，如 src\/core\/a\.ts → src\/core\/b\.ts → src\/core\/a\.ts。请/,
      ),
    ]);
  });

  test('is not closed by a test, a text or data', () => {
    expect(
      importFaults({
        'src/core/a.ts': `import './b.ts';\nimport './data.json';`,
        'src/core/b.ts': `export const text = "import './a.ts'";`,
        'src/core/b.test.ts': `import './a.ts';`,
        'src/core/a.test.ts': `import './b.test.ts';`,
      }),
    ).toEqual([]);
  });

  test('that is known may not take in another file', () => {
    const found = importFaults({
      'src/core/a.ts': `import './b.ts';`,
      'src/core/b.ts': `import './a.ts';\nimport './c.ts';`,
      'src/core/c.ts': `import './a.ts';`,
      [LIST]: '{"circles":[["src/core/a.ts","src/core/b.ts"]],"backwardImports":{}}',
    });
    expect(found).toEqual([expect.stringContaining('1 个文件加入了已登记的循环引用（src/core/c.ts）')]);
  });
});

describe('an import of the server', () => {
  it('against the order of rooms is found, with what the room may import', () => {
    expect(
      importFaults({
        'server/ground/clock.ts': `\nimport '../flow/timers.ts';`,
        'server/flow/timers.ts': '',
        'server/records/read/a.ts': `import type { B } from '../list/b.ts';\nexport type A = B;`,
        'server/records/list/b.ts': 'export type B = 1;',
      }),
    ).toEqual([
      'server/ground/clock.ts:2  ground 不能引用 flow 的“server/flow/timers.ts”：它不引用其他房间。' +
        '请把共用部分下移，或由上层传入',
      'server/records/read/a.ts:1  records/read 不能引用 records/list 的“server/records/list/b.ts”（只取类型）：' +
        '它只能引用 ground、files、metadata、access、records/call、records/audit。请把共用部分下移，或由上层传入',
    ]);
  });

  it('along the order is none, nor is one of the core', () => {
    expect(
      importFaults({
        'server/flow/timers.ts': `import '../ground/clock.ts';\nimport '../../src/core/a.ts';`,
        'server/ground/clock.ts': '',
        'src/core/a.ts': '',
      }),
    ).toEqual([]);
  });

  it('comes from a file that has a room', () => {
    expect(importFaults({ 'server/somewhere/a.ts': '' })).toEqual([
      expect.stringMatching(/^server\/somewhere\/a\.ts {2}不属于任何房间：ground（/),
    ]);
  });
});

describe('an exported name', () => {
  const said = (name: string) => expect.stringMatching(`^src/core/a\\.ts:\\d+ {2}没有文件引用导出的“${name}”。请`);

  test.each([
    ['a constant', 'export const b = 1;', 'b'],
    ['a type', 'export type B = 1;', 'B'],
    ['a default', 'export default function b() {}', 'default'],
    ['one that is named at the end', 'const b = 1;\nexport { b };', 'b'],
    ['one that another file gives', `export { c } from './c.ts';`, 'c'],
    ['one that only its own file uses', 'export const b = 1;\nconsole.log(b);', 'b'],
  ])('that nobody takes is found: %s', (_what, source, name) => {
    const files = {
      'src/core/a.ts': source,
      'src/core/c.ts': 'export const c = 1;',
      'src/core/d.ts': `import './a.ts';`,
    };
    const found = faults({ ...files, 'src/core/e.ts': `import { c } from './c.ts';\nconsole.log(c);` });
    expect(found).toEqual([said(name)]);
  });

  test.each([
    ['an import', `import { b } from './a.ts';\nconsole.log(b);`],
    ['an import under another name', `import { b as c } from './a.ts';\nconsole.log(c);`],
    ['a module as a whole', `import * as a from './a.ts';\nconsole.log(a.b);`],
    ['a lazy import', `const { b } = await import('./a.ts');\nconsole.log(b);`],
    ['a lazy piece', `console.log(import('./a.ts').then((module) => module.b));`],
    ['a type in place', `let c: typeof import('./a.ts').b | undefined;\nconsole.log(c);`],
    ['a worker', `import Worker from './a.ts?worker';\nconsole.log(Worker, 'b');\nimport { b } from './a.ts';`],
  ])('is taken by %s', (_form, source) => {
    expect(faults({ 'src/core/a.ts': 'export const b = 1;', 'src/core/d.ts': source })).toEqual([]);
  });

  it('is taken by the test that names it, and by no other', () => {
    const file = { 'src/core/a.ts': 'export const b = 1;' };
    expect(faults({ ...file, 'src/core/a.test.ts': `import { b } from './a.ts';\nb();` })).toEqual([]);
    expect(faults({ ...file, 'src/core/a.test.ts': `import './a.ts';\nconst b = 1;\nb();` })).toEqual([said('b')]);
  });

  it('that is collected by its place needs nobody to take it there, and elsewhere does', () => {
    const manifest = 'export const manifest = 1;';
    expect(faults({ 'src/screens/board/manifest.ts': manifest })).toEqual([]);
    expect(faults({ 'src/core/a.ts': manifest })).toEqual([said('manifest')]);
  });

  const users = (name: string) => `import { ${name} } from './a.ts';\nimport { ${name} as other } from './b.ts';`;
  const twice = (name: string) => ({
    'src/core/a.ts': `export const ${name} = 1;`,
    'src/core/b.ts': `\nexport type ${name} = 2;`,
    'src/core/c.ts': users(name),
  });

  it('that two files give a meaning is found', () => {
    expect(faults(twice('b'))).toEqual([
      'src/core/a.ts:1  “b”在 src/core/b.ts:2 也有导出。意思相同的合为一个，不同的各取其名',
    ]);
  });

  it('may be passed on by another file, and said by tests', () => {
    const { 'src/core/a.ts': a } = twice('b');
    const passed = { 'src/core/a.ts': a, 'src/core/b.ts': `export { b } from './a.ts';`, 'src/core/c.ts': users('b') };
    expect(
      faults({
        ...passed,
        'tests/fixtures/d.ts': 'export const b = 1;',
        'tests/e.ts': `import { b } from './fixtures/d.ts';`,
      }),
    ).toEqual([]);
  });

  it('that is custom in folders of one form is custom in them alone', () => {
    const view = 'export const view = 1;';
    const kinds = { 'src/field-types/one/view.tsx': view, 'src/field-types/two/view.tsx': view };
    const takes = (names: readonly string[]) => ({
      'src/field-types/views.ts': names
        .map((name) => `import { view as ${name} } from './${name}/view.tsx';`)
        .join('\n'),
    });
    expect(faults({ ...kinds, ...takes(['one', 'two']) })).toEqual([]);
    const third = { 'src/runtime/view.ts': view, 'src/runtime/d.ts': `import { view } from './view.ts';` };
    expect(faults({ ...kinds, ...takes(['one', 'two']), ...third })).toEqual([]);
    const fourth = { 'src/ui/view.ts': view, 'src/ui/d.ts': `import { view } from './view.ts';` };
    expect(faults({ ...third, ...fourth })).toEqual([expect.stringContaining('“view”在 src/ui/view.ts:1 也有导出')]);
  });

  it('that is known passes, until it is mended', () => {
    const files = { ...twice('b'), 'src/core/d.ts': 'export const d = 1;' };
    const list = { ...NO_FAULTS, unusedExports: { 'src/core/d.ts': ['d'] }, repeatedNames: ['b'] };
    const known = { [LIST]: JSON.stringify(list) };
    expect(faults({ ...files, ...known })).toEqual([]);
    expect(faults(known)).toEqual([
      expect.stringMatching(/^src\/core\/d\.ts {2}名单中无人引用的“d”已经没有/),
      expect.stringMatching(/^“b” {2}名单中多处导出的这个名字已经不再重复/),
    ]);
  });
});

describe('the list of known faults', () => {
  const files = {
    'server/ground/a.ts': `import '../flow/b.ts';`,
    'server/flow/b.ts': `import '../ground/a.ts';`,
  };
  const list = {
    circles: [['server/flow/b.ts', 'server/ground/a.ts']],
    backwardImports: { 'server/ground/a.ts': ['server/flow/b.ts'] },
  };

  it('lets what it names pass', () => {
    expect(faults(files)).toHaveLength(2);
    expect(faults({ ...files, [LIST]: JSON.stringify(list) })).toEqual([]);
  });

  it('that names what was mended fails, until it is shrunk', () => {
    const root = tree({ ...files, 'server/ground/a.ts': '', [LIST]: JSON.stringify(list) });
    expect(faultsOf(root)).toEqual([
      expect.stringMatching(/^server\/flow\/b\.ts .+已经没有或变小。请执行 node scripts\/check-structure\.ts --shrink/),
      expect.stringMatching(/^server\/ground\/a\.ts .+“server\/flow\/b\.ts”的反向引用已经没有/),
    ]);
    const said = execFileSync(process.execPath, [join(import.meta.dirname, 'check-structure.ts'), root, '--shrink']);
    expect(said.toString()).toContain('结构检查：通过；循环引用 0 处');
    expect(JSON.parse(readFileSync(join(root, LIST), 'utf8'))).toEqual(NO_FAULTS);
  });

  it('is not made longer by shrinking', () => {
    const root = tree({ ...files, [LIST]: '{"circles":[],"backwardImports":{}}' });
    const command = [join(import.meta.dirname, 'check-structure.ts'), root, '--shrink'];
    expect(() => execFileSync(process.execPath, command, { stdio: 'pipe' })).toThrow('结构检查：2 处不符');
    expect(readKnownFaults(root)).toEqual(NO_FAULTS);
  });
});
