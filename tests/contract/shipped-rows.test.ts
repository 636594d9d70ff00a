import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorld } from '../../scripts/metadata/read-world.ts';
import { placeTenantRows, shippedRowId } from '../../server/metadata/tenant-rows.ts';
import { lintWorld } from '../../src/core/dialect/lint-world.ts';
import type { RowsFile } from '../../src/core/dialect/rows-file.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
const { world } = readWorld('schemas');
const files = new Map([...(world.rows ?? [])].map(([key, { file }]) => [key, file]));

const place = async (tenantId: string, rows: ReadonlyMap<string, RowsFile> = files) =>
  placeTenantRows(server.database, (await server.metadata.snapshot(tenantId)).entities, tenantId, rows);

const stored = (tenantId: string, table = 'accidentHappen') =>
  server.database.withTenant(tenantId, (connection) =>
    connection.query<{ id: string; name: string; isDeleted: number }>(
      `select id, name, "isDeleted" from data."${table}" where "tenantId" = $1 order by id`,
      [tenantId],
    ),
  );

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

describe('rows that the product ships', () => {
  it('are in every tenant with the same ids, and in no name that is no tenant', async () => {
    for (const tenantId of ['645967', '645968']) {
      await server.metadata.snapshot(tenantId);
      const ids = (await stored(tenantId)).map(({ id }) => id);
      expect(ids).toEqual(['1', '2', '3', '4', '5'].map((key) => shippedRowId('accidentHappen', key)).sort());
    }
    expect(await place('999999')).toBe(false);
    expect(await stored('999999')).toEqual([]);
  });

  it('are left alone once a tenant has changed or removed them', async () => {
    const own = (key: string) => shippedRowId('accidentHappen', key);
    await server.database.transaction('645967', async (connection) => {
      await connection.execute(`update data."accidentHappen" set name = '本厂分级' where id = $1`, [own('5')]);
      await connection.execute(`update data."accidentHappen" set "isDeleted" = 1 where id = $1`, [own('1')]);
    });
    const before = await stored('645967');
    expect(await place('645967')).toBe(true);
    expect(await stored('645967')).toEqual(before);
    expect((await stored('645968')).some(({ name }) => name === '本厂分级')).toBe(false);
  });

  it("hold the product's own values where nobody may write, which an upgrade brings", async () => {
    const chlorine = shippedRowId('hazardSubstance', 's02');
    await server.database.transaction('645967', (connection) =>
      connection.execute(`update data."hazardSubstance" set "legalQ" = null, "criticalQ" = 4 where id = $1`, [
        chlorine,
      ]),
    );
    expect(await place('645967')).toBe(true);
    const [row] = await server.database.withTenant('645967', (connection) =>
      connection.query(`select "legalQ"::float, "criticalQ"::float from data."hazardSubstance" where id = $1`, [
        chlorine,
      ]),
    );
    expect(row).toEqual({ legalQ: 5, criticalQ: 4 });
  });

  it('give way to a row of the tenant with the same unique value, and leave out what does not fit', async () => {
    const more: RowsFile = {
      entity: 'accidentHappen',
      rows: {
        another: { score: 3, name: '重复的分值', deviation: '—' },
        wrong: { score: '三', name: '分值不是数', deviation: '—' },
        unknown: { points: 3 },
      },
    };
    const before = await stored('645968');
    expect(await place('645968', new Map([['accidentHappen', more]]))).toBe(true);
    expect(await stored('645968')).toEqual(before);
  });

  it('come with the values that a save would have computed and stored', async () => {
    const certificate = {
      certName: '随产品的证书',
      certNo: 'SP-1',
      validEndTime: '2031-05-01',
      reviewDate: '2028-05-01',
    };
    const file: RowsFile = {
      entity: 'workCert',
      rows: { first: certificate, second: { ...certificate, certNo: 'SP-2', reviewDate: '2032-01-01' } },
    };
    expect(await place('645968', new Map([['workCert', file]]))).toBe(true);
    const rows = await server.database.withTenant('645968', (connection) =>
      connection.query(
        `select "certNo", "usableTo"::text as "usableTo" from data."workCert" where "tenantId" = $1 and "certNo" like 'SP-%' order by "certNo"`,
        ['645968'],
      ),
    );
    expect(rows).toEqual([
      { certNo: 'SP-1', usableTo: '2028-05-01' },
      { certNo: 'SP-2', usableTo: '2031-05-01' },
    ]);
  });

  it('are checked by lint with file and place', () => {
    const file: RowsFile = {
      entity: 'accidentHappen',
      rows: { '6': { score: 6, name: '超出', deviation: '—' }, '7': { points: 1 }, '8': { score: 2, deviation: '—' } },
    };
    const problems = lintWorld({ ...world, rows: new Map([['accidentHappen', { area: 'risk', file }]]) }).filter(
      (problem) => problem.file === 'schemas/rows/risk/accidentHappen.json',
    );
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/rows/6/score', '/rows/7/points', '/rows/8/name']);
  });
});
