import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldRightsOf } from '../../server/access/permission/field-access.ts';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { cellsOf, openedWorkbook } from '../fixtures/workbook.ts';

/*
 * Every field of every shipped entity and example that some role may not read plain: a value that stands nowhere else is
 * planted in a record, and no answer to such a person may hold it.
 */

const TENANT = '645967';
const PERSON = 'probe-person';
const PROBE = 'planted4711value';

const examples = readdirSync('schemas/examples')
  .filter((name) => name.endsWith('.entity.json'))
  .map((name) => JSON.parse(readFileSync(`schemas/examples/${name}`, 'utf8')) as Entity)
  .filter(({ permissions }) => permissions?.fields !== undefined)
  .map(withPage);

/** An example has no page of its own: without one nobody could call it. */
function withPage(entity: Entity): Entity {
  const grants = { everyone: ['view', 'edit', 'export', 'print'] };
  return { ...entity, pages: { [entity.entity]: { title: entity.title, actions: ['export', 'print'], grants } } };
}

let server: EntityServer;
beforeAll(async () => {
  server = await createEntityServer({ entities: { examples } });
}, 240_000);
afterAll(() => server?.close());

/** What is planted in a field, as its column takes it; undefined where a text cannot stand. */
function planted({ column, target }: FieldModel): unknown {
  // A reference holds what the database knows, and nothing that could be looked for.
  if (target !== undefined && target !== 'user' && column?.kind === 'text') return undefined;
  if (column?.kind === 'text') return PROBE;
  return column?.kind === 'text[]' ? [PROBE] : undefined;
}

/** Roles that a field's rights tell apart, and a stranger. */
const rolesOf = (model: EntityModel): readonly string[] => [
  ...new Set([
    ...Object.values(model.permissions.fields ?? {}).flatMap((rights) => rights.flatMap(({ roles }) => roles)),
  ]),
  'stranger',
];

async function plant(model: EntityModel, field: FieldModel, id: string): Promise<void> {
  const label = model.field.get(model.label);
  const columns = new Map<string, unknown>([
    ['id', id],
    ['tenantId', TENANT],
    ['createUser', 'another'],
  ]);
  if (model.initialState !== undefined) columns.set('status', model.states[model.initialState]?.id);
  if (label?.column?.kind === 'text' && !label.base) columns.set(label.id, id);
  columns.set(field.id, planted(field));
  const names = [...columns.keys()].map(quoteIdentifier).join(', ');
  const places = [...columns.keys()].map((_, index) => `$${index + 1}`).join(', ');
  await server.database.transaction(TENANT, (db) =>
    db.execute(`insert into data.${quoteIdentifier(model.id)} (${names}) values (${places})`, [...columns.values()]),
  );
}

/** Every reading call of the entity, with what asks for the planted value. */
function asked(model: EntityModel, field: FieldModel, id: string): readonly string[] {
  const base = `/api/anlan-${model.service}/${model.base}`;
  return model.operations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, kind }) => {
      const url = `${base}/${path.replace('{id}', id)}`;
      if (kind === 'detail' || kind === 'history') return [`${url}?id=${id}&with=children`];
      const filters = [
        '',
        `?keyword=${PROBE}`,
        `?${field.key}=${PROBE}`,
        `?orderBy=${field.key}`,
        `?groupBy=${field.key}`,
      ];
      return filters.map((query) => `${url}${query}`);
    });
}

describe('a value that a person may not read', () => {
  it('is in no answer to him, of any entity with rights on fields', async () => {
    const { entities } = await server.metadata.snapshot(TENANT);
    const leaks: string[] = [];
    let tried = 0;
    for (const model of entities.values()) {
      if (model.permissions.fields === undefined || model.scope !== 'tenant') continue;
      for (const key of Object.keys(model.permissions.fields)) {
        const field = model.field.get(key);
        if (field === undefined || field.base || planted(field) === undefined) continue;
        const id = `probe-${model.key}-${key}`.slice(0, 40);
        await plant(model, field, id);
        for (const role of rolesOf(model)) {
          if (role === 'everyone') continue;
          const person: TestPerson = { userId: PERSON, roleCodes: [role], scope: 'tenant' };
          const snapshot = await server.metadata.snapshot(TENANT);
          const call = createEntityCall(server.services, server.context(person), snapshot, model);
          const rights = fieldRightsOf(model, call.context.caller.roleCodes);
          const record = { status: model.initialState ?? null, createUser: 'another' };
          const access = rights.access(field, record.status);
          if (access === 'read' || access === 'write') continue;
          for (const url of asked(model, field, id)) {
            const response = await server.app.inject({
              method: 'GET',
              url,
              headers: { 'x-test-person': encodeURIComponent(JSON.stringify(person)) },
            });
            tried += 1;
            const isBook = String(response.headers['content-type']).includes('spreadsheet');
            const text = isBook ? JSON.stringify(cellsOf(await openedWorkbook(response.rawPayload))) : response.payload;
            // A refusal may say again what was asked for.
            if (response.statusCode < 400 && text.includes(PROBE)) leaks.push(`${role} ${url}`);
            if (response.statusCode >= 500) leaks.push(`${response.statusCode} ${url}`);
          }
        }
      }
    }
    expect(leaks).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  }, 240_000);
});
