import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkLayers } from './check-layers.ts';

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

/** A checkout that holds just these files; two business entities and a system one stand in its schemas. */
function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'anlan-layers-'));
  trees.push(root);
  const all = {
    'schemas/areas/base/lawRegulation.entity.json': '{"api":{"base":"securitysystem/lawsregulations"}}',
    'schemas/areas/led/promise.entity.json': '{}',
    'schemas/areas/system/userAccount.entity.json': '{}',
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Lines of the faults, as the command prints them. */
function faults(files: Readonly<Record<string, string>>): string[] {
  return checkLayers(tree(files)).map(({ file, line, message }) => `${file}:${line}  ${message}`);
}

describe('an import against the direction', () => {
  const wrong: readonly [rule: string, file: string, specifier: string][] = [
    ['core imports no other layer', 'src/core/a.ts', '../compile/b.ts'],
    ['core imports no neutral field type', 'src/core/a.ts', '../field-types/definitions.ts'],
    ['neutral field types do not import views', 'src/field-types/input/definition.ts', './view.tsx'],
    ['compile does not import views of field types', 'src/compile/a.ts', '../field-types/input/view.tsx'],
    ['compile does not import its sibling api', 'src/compile/a.ts', '../api/client.ts'],
    ['compile does not import its sibling ui', 'src/compile/a.ts', '../ui/index.ts'],
    ['views of field types do not import compile', 'src/field-types/input/view.tsx', '../../compile/a.ts'],
    ['views of field types do not import the runtime', 'src/field-types/input/view.tsx', '../../runtime/a.ts'],
    ['api imports only core', 'src/api/a.ts', '../ui/index.ts'],
    ['ui imports only core', 'src/ui/a.tsx', '../api/client.ts'],
    ['ui knows no entity model', 'src/ui/a.tsx', '../core/model/entity-model.ts'],
    ['ui knows no dialect', 'src/ui/a.tsx', '../core/dialect/parse-entity.ts'],
    ['runtime does not import screens', 'src/runtime/a.ts', '../screens/login/Login.tsx'],
    ['neutral page kinds do not import views', 'src/page-kinds/list/definition.ts', './view.tsx'],
    ['runtime does not import views of page kinds', 'src/runtime/a.ts', '../page-kinds/list/view.tsx'],
    ['page kinds do not import screens', 'src/page-kinds/list/view.tsx', '../../screens/login/Login.tsx'],
    ['the server does not import views of page kinds', 'server/a.ts', '../src/page-kinds/list/view.tsx'],
    ['screens do not import app', 'src/screens/login/Login.tsx', '../../app/routes.tsx'],
    ['screens do not import the designer', 'src/screens/login/Login.tsx', '../../../designer/index.ts'],
    ['the designer does not import screens', 'designer/a.ts', '../src/screens/login/Login.tsx'],
    ['the designer does not import app', 'designer/a.ts', '../src/app/routes.tsx'],
    ['the client does not import the server', 'src/api/a.ts', '../../server/app.ts'],
    ['the server does not import the runtime', 'server/a.ts', '../src/runtime/a.ts'],
    ['the server does not import views of field types', 'server/a.ts', '../src/field-types/input/view.tsx'],
    ['the server does not import api', 'server/a.ts', '../src/api/client.ts'],
    ['rules of an area compile no SQL', 'server/areas/base/a.rules.ts', '../../../src/compile/sql/a.ts'],
    ['the server does not import mocks', 'server/a.ts', '../mocks/demo-plant/people.ts'],
    ['the server does not import scripts', 'server/a.ts', '../scripts/metadata.ts'],
    ['mocks do not import the client', 'mocks/a.ts', '../src/runtime/a.ts'],
    ['scripts do not import the client', 'scripts/a.ts', '../src/runtime/a.ts'],
    ['production code does not import the folder of tests', 'server/a.ts', '../tests/fixtures/postgres.ts'],
    ['production code does not import a test beside it', 'src/core/a.ts', './b.test.ts'],
  ];

  test.each(wrong)('%s', (_rule, file, specifier) => {
    const found = faults({ [file]: `// first line\nimport { x } from '${specifier}';\nexport { x };\n` });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${file}:2 {2}.+请`));
  });

  test.each([
    ['a re-export', `export * from '../compile/b.ts';`],
    ['a named re-export', `export { b } from '../compile/b.ts';`],
    ['a type import', `import type { B } from '../compile/b.ts';`],
    ['a type in place', `export type B = import('../compile/b.ts').B;`],
    ['a lazy import', `export const b = () => import('../compile/b.ts');`],
    ['an import for its effect', `import '../compile/b.ts';`],
  ])('is found in %s', (_form, source) => {
    expect(faults({ 'src/core/a.ts': source })).toHaveLength(1);
  });

  test('is not seen in a comment or a text', () => {
    expect(
      faults({ 'src/core/a.ts': `// import '../compile/b.ts'\nexport const t = "import '../compile/b.ts'";\n` }),
    ).toEqual([]);
  });
});

describe('an import that may only be lazy', () => {
  test('app reaches the designer by import() and not otherwise', () => {
    expect(faults({ 'src/app/routes.tsx': `export const page = () => import('../../designer/index.ts');` })).toEqual(
      [],
    );
    expect(faults({ 'src/app/routes.tsx': `import '../../designer/index.ts';` })[0]).toContain('只能延迟加载');
  });

  test('the entry of the server reaches the seed by import() and not otherwise, and no other mock', () => {
    expect(faults({ 'server/assembly/main.ts': `await import('../../mocks/demo-plant/seed.ts');` })).toEqual([]);
    expect(faults({ 'server/assembly/main.ts': `import '../../mocks/demo-plant/seed.ts';` })[0]).toContain(
      '只能延迟加载',
    );
    expect(faults({ 'server/assembly/main.ts': `await import('../../mocks/demo-plant/people.ts');` })).toHaveLength(1);
    expect(faults({ 'server/http/app.ts': `await import('../../mocks/demo-plant/seed.ts');` })).toHaveLength(1);
  });
});

describe('an import along the direction', () => {
  test.each([
    ['src/compile/a.ts', '../field-types/input/definition.ts'],
    ['src/compile/a.ts', '../core/model/entity-model.ts'],
    ['src/field-types/input/view.tsx', '../../api/files.ts'],
    ['src/field-types/input/view.tsx', '../define.ts'],
    ['src/ui/a.tsx', '../core/errors/catalogue.ts'],
    ['src/runtime/a.ts', '../field-types/input/view.tsx'],
    ['src/screens/a/A.tsx', '../../runtime/a.ts'],
    ['src/app/a.tsx', '../screens/a/A.tsx'],
    ['src/main.tsx', './app/App.tsx'],
    ['designer/a.ts', '../src/runtime/a.ts'],
    ['server/a.ts', '../src/field-types/definitions.ts'],
    ['server/a.ts', '../src/compile/sql/plan-tables.ts'],
    ['server/a.ts', '../schemas/meta/entity.schema.json'],
    ['mocks/a.ts', '../server/http/app.ts'],
    ['scripts/a.ts', '../mocks/demo-plant/people.ts'],
    ['tests/e2e/a.ts', '../../src/app/routes.tsx'],
    ['src/core/a.test.ts', '../field-types/definitions.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(faults({ [file]: `import '${specifier}';` })).toEqual([]);
  });
});

describe('a package or module of the platform', () => {
  test.each([
    ['React in core', 'src/core/a.ts', 'react'],
    ['Node in core', 'src/core/a.ts', 'node:fs'],
    ['Node by its bare name in core', 'src/core/a.ts', 'fs/promises'],
    ['axios in core', 'src/core/a.ts', 'axios'],
    ['Node in compile', 'src/compile/a.ts', 'node:crypto'],
    ['the query builder in what the browser compiles', 'src/compile/form/a.ts', 'kysely'],
    ['the database in the compiler of SQL', 'src/compile/sql/a.ts', 'pg'],
    ['antd in compile', 'src/compile/a.ts', 'antd'],
    ['React in a neutral definition', 'src/field-types/input/definition.ts', 'react'],
    ['the database in the client', 'src/runtime/a.ts', 'pg'],
    ['Node in the client', 'src/ui/a.ts', 'node:path'],
    ['React in the server', 'server/a.ts', 'react-dom/server'],
    ['Formily in the server', 'server/a.ts', '@formily/core'],
    ['vitest in production code', 'server/a.ts', 'vitest'],
    ['playwright in production code', 'src/app/a.tsx', 'playwright/test'],
  ])('%s is refused', (_rule, file, specifier) => {
    expect(faults({ [file]: `import * as it from '${specifier}';\nexport { it };` })).toHaveLength(1);
  });

  test.each([
    ['src/core/a.ts', 'expr-eval'],
    ['src/compile/sql/a.ts', 'kysely'],
    ['src/api/a.ts', 'axios'],
    ['src/ui/a.tsx', 'antd/es/form'],
    ['server/a.ts', 'node:fs'],
    ['server/a.ts', 'fastify'],
    ['server/a.test.ts', 'vitest'],
  ])('%s may import %s', (file, specifier) => {
    expect(faults({ [file]: `import '${specifier}';` })).toEqual([]);
  });

  test('types of antd may be named in compile', () => {
    expect(faults({ 'src/compile/a.ts': `import type { TableColumnType } from 'antd';` })).toEqual([]);
  });
});

describe('a business area in generic code', () => {
  test.each([
    ['by an identifier', 'server/entity/a.ts', 'export const lawRegulation = 1;'],
    ['by a text', 'src/runtime/a.ts', `export const key = 'lawRegulation';`],
    ['by a key of a plain word', 'src/runtime/a.ts', `export const key = 'promise';`],
    ['by its path', 'designer/a.ts', 'export const path = `/x/securitysystem/lawsregulations/detail`;'],
    ['in markup', 'src/app/a.tsx', `export const a = <b title="lawRegulation" />;`],
  ])('is found %s', (_form, file, source) => {
    const found = faults({ [file]: source });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('通用代码点名了业务实体');
    expect(found[0]).toMatch(new RegExp(`^${file}:1 `));
  });

  test.each([
    ['server/areas/base/lawRegulation.rules.ts', `export const key = 'lawRegulation';`],
    ['src/screens/base/Law.tsx', `export const key = 'lawRegulation';`],
    ['server/entity/a.test.ts', `export const key = 'lawRegulation';`],
    ['server/entity/a.ts', `// lawRegulation is one\nexport const account = 'userAccount';`],
    ['server/entity/a.ts', 'export const promise = Promise.resolve();'],
    ['src/core/a.ts', `export const hint = '路径，如 securitysystem/lawsregulations';`],
  ])('%s may hold it', (file, source) => {
    expect(faults({ [file]: source })).toEqual([]);
  });
});

test('a file with a syntax error is itself a fault', () => {
  expect(faults({ 'src/core/a.ts': 'export const = 1;' })[0]).toMatch(/^src\/core\/a\.ts:1 {2}无法解析：/);
});

test('an import that is not relative cannot be judged and is refused', () => {
  expect(faults({ 'src/core/a.ts': `import '/src/compile/b.ts';` })[0]).toContain('不是相对路径');
});
