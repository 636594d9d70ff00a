import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, test } from 'vitest';
import { readStructure, structureFaults } from './check-structure.ts';
import { readKnownFaults } from './layers/known-faults.ts';

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

describe('a circle', () => {
  test.each([
    ['an import', `import { b } from './b.ts';\nexport { b };`],
    ['a re-export', `export * from './b.ts';`],
    ['a type import', `import type { B } from './b.ts';\nexport type A = B;`],
    ['a type in place', `export type A = import('./b.ts').B;`],
    ['a lazy import', `export const b = () => import('./b.ts');`],
    ['a worker', `import worker from './b.ts?worker';\nexport { worker };`],
  ])('is closed by %s', (_form, source) => {
    expect(faults({ 'src/core/a.ts': source, 'src/core/b.ts': `import './a.ts';` })).toEqual([
      expect.stringMatching(
        /^src\/core\/a\.ts {2}2 个文件循环引用，如 src\/core\/a\.ts → src\/core\/b\.ts → src\/core\/a\.ts。请/,
      ),
    ]);
  });

  test('is not closed by a test, a text or data', () => {
    expect(
      faults({
        'src/core/a.ts': `import './b.ts';\nimport './data.json';`,
        'src/core/b.ts': `export const text = "import './a.ts'";`,
        'src/core/b.test.ts': `import './a.ts';`,
        'src/core/a.test.ts': `import './b.test.ts';`,
      }),
    ).toEqual([]);
  });

  test('that is known may not take in another file', () => {
    const found = faults({
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
      faults({
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
      faults({
        'server/flow/timers.ts': `import '../ground/clock.ts';\nimport '../../src/core/a.ts';`,
        'server/ground/clock.ts': '',
        'src/core/a.ts': '',
      }),
    ).toEqual([]);
  });

  it('comes from a file that has a room', () => {
    expect(faults({ 'server/somewhere/a.ts': '' })).toEqual([
      expect.stringMatching(/^server\/somewhere\/a\.ts {2}不属于任何房间：ground（/),
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
    expect(JSON.parse(readFileSync(join(root, LIST), 'utf8'))).toEqual({ circles: [], backwardImports: {} });
  });

  it('is not made longer by shrinking', () => {
    const root = tree({ ...files, [LIST]: '{"circles":[],"backwardImports":{}}' });
    const command = [join(import.meta.dirname, 'check-structure.ts'), root, '--shrink'];
    expect(() => execFileSync(process.execPath, command, { stdio: 'pipe' })).toThrow('结构检查：2 处不符');
    expect(readKnownFaults(root)).toEqual({ circles: [], backwardImports: {} });
  });
});

test('the checkout holds no fault but the known ones', () => {
  expect(faultsOf(join(import.meta.dirname, '..'))).toEqual([]);
});
