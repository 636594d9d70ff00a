import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkLock, compareVersions } from './floors/check-lock.ts';
import { checkUse } from './floors/check-use.ts';

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'anlan-floors-'));
  trees.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

describe('a floor', () => {
  const floors = [{ name: 'lib', least: '2.1.0', reason: '旧版有漏洞' }];

  test('holds for the version itself and above', () => {
    expect(checkLock({ 'node_modules/lib': { version: '2.1.0' } }, floors)).toEqual([]);
    expect(checkLock({ 'node_modules/lib': { version: '10.0.0' } }, floors)).toEqual([]);
  });

  test('names folder, version, floor and reason of a lower one', () => {
    expect(checkLock({ 'node_modules/lib': { version: '2.0.9' } }, floors)).toEqual([
      'package-lock.json：node_modules/lib 是 2.0.9，不能低于 2.1.0。请升级（旧版有漏洞）',
    ]);
  });

  test('counts a copy inside another package', () => {
    const packages = {
      'node_modules/lib': { version: '3.0.0' },
      'node_modules/a/node_modules/lib': { version: '1.0.0' },
    };
    expect(checkLock(packages, floors)).toHaveLength(1);
  });

  test('of a tool of ours does not count a copy inside another package', () => {
    const packages = {
      'node_modules/lib': { version: '3.0.0' },
      'node_modules/a/node_modules/lib': { version: '1.0.0' },
    };
    expect(checkLock(packages, [{ name: 'lib', least: '2.1.0', ownOnly: true, reason: '按此版本' }])).toEqual([]);
  });

  test('does not take a package whose name ends alike', () => {
    expect(checkLock({ 'node_modules/@other/lib': { version: '1.0.0' } }, floors)[0]).toContain('没有“lib”');
  });

  test('asks that an alias is behind the name', () => {
    const alias = [{ name: 'lib', least: '3.0.0', alias: 'lib-fork', reason: '原包有漏洞' }];
    expect(checkLock({ 'node_modules/lib': { version: '3.0.1', name: 'lib-fork' } }, alias)).toEqual([]);
    expect(checkLock({ 'node_modules/lib': { version: '3.0.1' } }, alias)[0]).toContain('实为“lib”，应为“lib-fork”');
  });

  test('may have a ceiling', () => {
    const ceiling = [{ name: 'lib', least: '2.0.0', below: '3.0.0', reason: '新版未试' }];
    expect(checkLock({ 'node_modules/lib': { version: '3.0.0' } }, ceiling)[0]).toContain('须低于 3.0.0');
  });
});

test('versions are ordered by number, and a pre-release stands before its release', () => {
  const ordered = ['1.9.0', '1.10.0-beta.1', '1.10.0', '2.0.0'];
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
});

describe('an asked package', () => {
  test('is used when production code imports it, a folder of it included', () => {
    expect(checkUse(tree({ 'src/a.ts': `import zh from 'antd/es/locale/zh_CN';\nexport { zh };` }), ['antd'])).toEqual(
      [],
    );
  });

  test.each([
    ['only a test imports it', { 'src/a.test.ts': `import 'antd';` }],
    ['only a type is taken', { 'src/a.ts': `import type { X } from 'antd';\nexport type Y = X;` }],
    ['only a comment names it', { 'src/a.ts': `// import 'antd'` }],
    ['another package has its beginning', { 'src/a.ts': `import 'antd-style';` }],
  ])('is not used when %s', (_case, files) => {
    expect(checkUse(tree(files), ['antd'])).toEqual([expect.stringContaining('“antd”')]);
  });

  test('that is a tool counts when a test or a configuration imports it', () => {
    const files = { 'vitest.config.ts': `import 'vitest/config';`, 'tests/e2e/a.ts': `import 'playwright/test';` };
    expect(checkUse(tree(files), ['vitest', 'playwright'])).toEqual([]);
    expect(checkUse(tree({}), ['vitest'])).toHaveLength(1);
  });
});
