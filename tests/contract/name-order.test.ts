import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import { databaseUrl } from '../../server/ground/database/bootstrap.ts';
import { NAME_COLLATION } from '../../src/compile/sql/name-order.ts';
import { compareNames } from '../../src/core/text/name-order.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const vessel = entityMaker(() => ({ sort: ['name'], grants: { keeper: ['view', 'add'] } }))(
  'vessel',
  '容器',
  { name: { title: '名称', field: 'input', type: 'string' }, beside: referenceTo('旁边的容器', 'vessel') },
  { label: 'name' },
);

const P = '/api/anlan-safety';
const keeper: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['keeper'] };

const BY_NAME = '2号罐 10号罐 安全阀 氨罐 苯罐 丙烯罐 乙烯罐 中间罐 重油罐 A罐 b罐'.split(' ');

// Characters of names in a plant, none of which is read in two ways.
const CHARACTERS = [...'安氨苯丙罐高动火吊装乙烯中间油泵塔炉王李张陈刘杨东南西北一二三甲丁全班组阀仪电气钢'];
const ROWS = 10_400;

/** Names of two to four characters and a number, the same at each run. */
function names(): string[] {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: ROWS }, () => {
    const text = Array.from({ length: 2 + next(3) }, () => CHARACTERS[next(CHARACTERS.length)]).join('');
    return next(3) === 0 ? `${text}${next(120)}` : text;
  });
}

describe('names in lists', () => {
  const made = names();
  let server: EntityServer;
  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [vessel] } });
    await server.database.withTenant('645967', (connection) =>
      connection.execute(
        `insert into data.vessel ("tenantId", id, name, beside)
         select '645967', 'v' || place, name, 'v' || (place * 7919 % $2 + 1)
         from unnest($1::text[]) with ordinality as u(name, place)`,
        [made, ROWS],
      ),
    );
  });
  afterAll(() => server?.close());

  const page = async (query: string) => {
    const answer = await server.call<WirePage<WireRecord>>(keeper, `GET ${P}/vessel/page?page=vessel&${query}`);
    expect(`${answer.status} ${answer.msg}`).toContain('200');
    return answer.data;
  };

  it('stand by pinyin and by the size of numbers, as browsers sort them', () => {
    expect(BY_NAME.toReversed().toSorted(compareNames)).toEqual(BY_NAME);
  });

  it('stand in a list as browsers sort them, however deep it is leafed, both ways, and its index serves it', async () => {
    const sorted = made.toSorted(compareNames);
    for (const [order, whole] of [
      ['name', sorted],
      ['-name', sorted.toReversed()],
    ] as const) {
      const leafed: unknown[] = [];
      for (let current = 1; current <= ROWS / 200; current += 1) {
        const { records, slowOrder } = await page(`orderBy=${order}&size=200&current=${current}`);
        expect(slowOrder ?? false).toBe(false);
        leafed.push(...records.map(({ name }) => name));
      }
      expect(leafed).toEqual(whole);
    }
  });

  it('let the records that are called by them stand so', async () => {
    const called = made.map((_, at) => made[((at + 1) * 7919) % ROWS] ?? '').toSorted(compareNames);
    for (const current of [1, 30]) {
      const { records } = await page(`orderBy=beside&size=200&current=${current}`);
      expect(records.map(({ besideLabel }) => besideLabel)).toEqual(called.slice((current - 1) * 200, current * 200));
    }
  });

  it('stand so among the choices', async () => {
    const { data } = await server.call<readonly { label: string }[]>(keeper, `GET ${P}/vessel/select?size=50`);
    const chosen = data.map(({ label }) => label);
    expect(chosen).toEqual(chosen.toSorted(compareNames));
  });

  it('have their indexes made anew where PostgreSQL comes with another version of the order, and then only', async () => {
    const { superUrl } = inject('postgres');
    const name = new URL(server.urls.ownerUrl).pathname.slice(1);
    const files = () =>
      server.database.withOwner(async (owner) => {
        const { rows } = await owner.query<{ file: number }>(
          `select relfilenode as file from pg_class where relkind = 'i' and oid in (select objid from pg_depend
             where classid = 'pg_class'::regclass and refobjid = '${NAME_COLLATION}'::regcollation) order by relname`,
        );
        return rows.map(({ file }) => file);
      });
    const start = () => server.database.withOwner((owner) => createPlatformTables(owner, server.database.appRole));
    const before = await files();
    expect(before.length).toBeGreaterThan(0);
    await start();
    expect(await files()).toEqual(before);

    const client = new pg.Client({ connectionString: databaseUrl(superUrl, name) });
    await client.connect();
    await client.query(`update pg_collation set collversion = '1' where oid = '${NAME_COLLATION}'::regcollation`);
    await client.end();
    await start();
    const after = await files();
    expect(after.filter((file) => before.includes(file))).toEqual([]);
    await start();
    expect(await files()).toEqual(after);
  });
});
