import { expect, it } from 'vitest';
import { compileOpenApi } from '../../src/compile/openapi/openapi.ts';
import { createFixtureMetadata } from '../fixtures/metadata.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>;
  readonly components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
}

const metadata = createFixtureMetadata();
const { operations } = await metadata.snapshot('000000');
const extra = {
  name: 'token',
  method: 'POST',
  path: '/api/anlan-auth/oauth/token',
  title: '登录',
  group: '认证',
  open: true,
  arguments: { username: { title: '账号', required: true } },
  answer: '令牌',
};
const document = JSON.parse(
  JSON.stringify(
    compileOpenApi(operations.values(), [extra], { title: '安澜', version: '1', tokenHeader: 'anlan-auth' }),
  ),
) as Document;

it('describes exactly the calls that the dispatcher serves, and those it is given besides', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual([...operations.keys(), `${extra.method} ${extra.path}`].sort());
});

it('carries the record of the file unchanged', () => {
  const law = document.components.schemas.lawRegulation;
  expect(document.openapi).toBe('3.1.0');
  const shipped = metadata.models.find((model) => model.key === 'lawRegulation')?.source.record.properties;
  expect(law?.properties).toMatchObject(shipped ?? {});
});

it('names every operation once, refers only to what exists, and lists the filters', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map((operation) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"#\/([^"]+)"/g)) {
    const found = pointer.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
    expect([pointer, found !== undefined]).toEqual([pointer, true]);
  }
  const page = document.paths['/api/anlan-safety/securitysystem/lawsregulations/list-conditions']?.get;
  expect(page?.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['current', 'name', 'effectiveness', 'startIssueDate', 'endIssueDate', 'page']),
  );
});

it('says of every call what it answers and takes', () => {
  const at = (kind: string) => [...operations.values()].find(({ operation }) => operation.kind === kind);
  const described = (kind: string) => {
    const { method = '', path = '' } = at(kind) ?? {};
    return JSON.stringify(document.paths[path]?.[method.toLowerCase()]);
  };
  for (const [kind, words] of [
    ['statistics', ['"blocks"', '"block"', '"as"']],
    ['todo', ['"transitionTitle"', '"current"']],
    ['page', ['"totalCapped"', '"figure"']],
  ] as const) {
    expect([kind, words.filter((word) => !described(kind).includes(word))]).toEqual([kind, []]);
  }
});
