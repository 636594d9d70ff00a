import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isIndexedOrder, isSlowOrder } from '../../src/compile/sql/order-index.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

const { models } = await shippedModels();

it('every shipped page has an index for its own order, from first to last column', () => {
  const pages = models.flatMap((model) =>
    Object.values(model.pages).map((page) => {
      const sort = page.sort.length > 0 ? page.sort : [{ field: 'createTime', descending: true }];
      const fields = sort.flatMap(({ field, descending }) => {
        const found = model.field.get(field);
        return found?.column === undefined ? [] : [{ field: found, descending }];
      });
      return { page: page.code, indexed: isIndexedOrder(model, fields), slow: isSlowOrder(model, fields) };
    }),
  );
  expect(pages.length).toBeGreaterThan(70);
  expect(pages.filter(({ indexed, slow }) => !indexed || slow)).toEqual([]);
});

describe('a list of more rows than are counted', () => {
  const pump: Entity = {
    dialect: 1,
    entity: 'pump',
    title: '泵',
    label: 'name',
    api: { service: 'safety', base: 'pump' },
    record: {
      type: 'object',
      properties: {
        name: { title: '名称', field: 'input', type: 'string' },
        power: { title: '功率', field: 'number', type: 'integer' },
        head: { title: '扬程', field: 'number', type: 'integer' },
        stage: { title: '级数', field: 'number', type: 'integer', index: true },
        spare: { title: '备用泵', field: 'reference', type: 'string', ref: { entity: 'pump' } },
      },
    },
    pages: { pump: { title: '泵', filters: ['power'], sort: ['-power'], grants: { keeper: ['view'] } } },
    permissions: { scope: { everyone: 'tenant' } },
  };
  let server: EntityServer;
  beforeAll(async () => {
    server = await createEntityServer({ entities: { pumps: [pump] }, shipped: [] });
    await server.database.withTenant('645967', (connection) =>
      connection.execute(
        `insert into data.pump ("tenantId", id, name, power, head, stage, spare)
         select '645967', 'p' || g, '泵' || g, g % 100, g % 7, g % 5, case when g % 3 > 0 then 'p' || g / 2 + 1 end from generate_series(1, 10001) g`,
      ),
    );
  });
  afterAll(() => server.close());

  it.each([
    ['', false],
    ['orderBy=power', false],
    ['orderBy=stage', false],
    ['orderBy=-stage,name', false],
    ['orderBy=createTime', true],
    ['orderBy=head', true],
    ['orderBy=-name', true],
    ['orderBy=head&exact=true', true],
    ['orderBy=head&power=3', false],
    // Its index has the ids in order, not the names.
    ['orderBy=spare', true],
  ])('says that an order is slow where no index begins with it: %s', async (query, slow) => {
    const { data } = await server.call<WirePage<WireRecord>>(
      { roleCodes: ['keeper'] },
      `GET /api/anlan-safety/pump/page?page=pump&${query}`,
    );
    expect(data.slowOrder ?? false).toBe(slow);
  });

  it('leafs deeply through an order by name, with every row where its name puts it and on one page', async () => {
    const rows = await server.database.withTenant('645967', (connection) =>
      connection.query<{ id: string }>(
        `select t.id from data.pump t left join data.pump r on r.id = t.spare
         order by r.name collate data."nameOrder" asc nulls first, t.power desc nulls last, t.id desc limit 60 offset 3300`,
      ),
    );
    const leafed: unknown[] = [];
    for (const current of [166, 167, 168]) {
      const { data } = await server.call<WirePage<WireRecord>>(
        { roleCodes: ['keeper'] },
        `GET /api/anlan-safety/pump/page?page=pump&orderBy=spare&current=${current}`,
      );
      leafed.push(...data.records.map(({ id }) => id));
    }
    expect(leafed).toEqual(rows.map(({ id }) => id));
  });
});
