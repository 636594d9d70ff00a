import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extraCalls, registerOpenApi } from '../../server/dispatcher/openapi-route.ts';
import { createFixtureMetadata } from '../fixtures/metadata.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>;
  readonly components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
}

const metadata = createFixtureMetadata();
const app = Fastify();
let document: Document;

beforeAll(async () => {
  registerOpenApi(app, { metadata, config: { servicePrefix: 'anlan', tokenHeader: 'anlan-auth' } });
  document = (await app.inject('/api/openapi.json')).json<Document>();
});

afterAll(() => app.close());

it('describes exactly the calls that the dispatcher serves, and those of its own besides', async () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const { operations } = await metadata.snapshot('000000');
  const extra = extraCalls('anlan').map((call) => `${call.method} ${call.path}`);
  expect(described.sort()).toEqual([...new Set([...operations.keys(), ...extra])].sort());
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
