import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgedSqlWorld } from '../../server/metadata/judge/judge-statements.ts';
import { compileGridQuery, compilePlacesQuery } from '../../src/compile/sql/box-query.ts';
import type { ListShape } from '../../src/compile/sql/list-query.ts';
import { bind, type PlacedQuery } from '../../src/compile/sql/query.ts';
import { compileUnionQuery } from '../../src/compile/sql/union-query.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { TENANT } from '../fixtures/plant-desk.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let models: ReadonlyMap<string, EntityModel>;

beforeAll(async () => {
  server = await startTestServer();
  models = (await server.metadata.snapshot(TENANT)).entities;
});
afterAll(() => server?.stop());

const fieldOf = (entity: string, key: string): FieldModel => {
  const field = models.get(entity)?.field.get(key);
  if (field === undefined) throw new Error(`${entity} has no field ${key}`);
  return field;
};

/** The list of an entity as whoever sees all of it asks for it. */
function listOf(entity: string): ListShape {
  const model = models.get(entity);
  if (model === undefined) throw new Error(`there is no entity ${entity}`);
  return {
    model,
    fields: [],
    where: [],
    access: 'all',
    filters: [],
    search: [],
    byIds: false,
    sort: [],
    paged: false,
    total: 'none',
    labels: false,
  };
}

const world = () => judgedSqlWorld(models, { settings: new Map(), dictionaries: new Map() });

/** The plan of a query in the view of a company, under row-level security, where reading whole tables is no way. */
async function planOf(query: PlacedQuery, values: Readonly<Record<string, unknown>>): Promise<string> {
  const input = { tenantId: TENANT, userId: '1', deptIds: [], deptTreeIds: [], values };
  return server.database.withTenant(TENANT, async (connection) => {
    await connection.query('set local enable_seqscan = off');
    await connection.query('set local enable_bitmapscan = off');
    const rows = await connection.query<Record<string, string>>(`explain ${query.text}`, bind(query, input));
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
}

describe('statements of joint pages', () => {
  it('find the points of a box by an index of their degrees', async () => {
    const query = compilePlacesQuery(listOf('peril'), fieldOf('peril', 'geo'), world());
    const plan = await planOf(query, { west: 118, south: 31, east: 119, north: 33, limit: 2_001 });
    expect(plan).toMatch(/Index Cond: .*"tenantId".* AND .*geo -> 'l(?:ng|at)'::text/);
  });

  it('read each list of a union along the index of its column, from the row before on', async () => {
    const branches = [
      { shape: listOf('workCert'), sort: fieldOf('workCert', 'usableTo'), at: 0 },
      { shape: listOf('contractor'), sort: fieldOf('contractor', 'docTo'), at: 1 },
    ];
    const order = { descending: false, after: { at: 0, isNull: false } };
    const query = compileUnionQuery(branches, order, world());
    const plan = await planOf(query, { after: '2026-06-01', afterId: '1', limit: 51 });
    for (const name of ['usableTo', 'docTo']) {
      expect(plan).toMatch(new RegExp(`Index Cond: .*"tenantId".* AND .*"${name}" > `));
    }
    expect(plan).not.toContain('Seq Scan');
  });

  it('count points that are too many by where they lie, and leave out what lies outside', async () => {
    const points = [
      [118.8, 32.05],
      [118.8, 32.05],
      [118.9, 32.1],
      [10, 10],
    ];
    await server.database.transaction(TENANT, async (connection) => {
      for (const [index, [lng, lat]] of points.entries()) {
        await connection.execute(`insert into data.peril (id, "tenantId", geo) values ($1, $2, $3)`, [
          `heap-${index}`,
          TENANT,
          JSON.stringify({ lng, lat }),
        ]);
      }
    });
    const query = compileGridQuery(listOf('peril'), fieldOf('peril', 'geo'), world());
    const values = { west: 118, south: 31, east: 119, north: 33, cells: 24 };
    const input = { tenantId: TENANT, userId: '1', deptIds: [], deptTreeIds: [], values };
    const rows = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ count: number; lng: number; lat: number }>(query.text, bind(query, input)),
    );
    const heaps = rows.map((row) => [Number(row.count), Number(row.lng), Number(row.lat)]).sort();
    expect(heaps).toEqual([
      [1, 118.9, 32.1],
      [2, 118.8, 32.05],
    ]);
  });
});
