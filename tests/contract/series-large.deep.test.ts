import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeries } from '../../server/flow/series/series.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { patient, promised } from '../fixtures/patience.ts';
import { plantTenant } from '../fixtures/plant-people.ts';
import { SERIES_ENTITIES } from '../fixtures/series-entities.ts';

const tenant = '645967';
let server: EntityServer;

beforeAll(async () => {
  server = await createEntityServer({ entities: { test: SERIES_ENTITIES } });
  await plantTenant(server.database, tenant);
  await server.database.withTenant(tenant, async (connection) => {
    const insert = (table: string, columns: string, values: string, count: number) =>
      connection.execute(
        `insert into data."${table}" (id, "tenantId", version, "createTime", "isDeleted", ${columns})
         select n::text, $1, 1, now(), 0, ${values} from generate_series(1, $2::int) n`,
        [tenant, count],
      );
    await insert('trialHall', 'name', `'车间' || n`, 200);
    await insert(
      'trialIndex',
      'name, used, formula',
      `'指标' || n, '1', 'round(mended / max(all, 1) * ' || n || ', 2)'`,
      20,
    );
    await insert(
      'trialFault',
      'name, hall, found, mended',
      `'故障' || n, (1 + n % 200)::text, date '2026-04-01', (n % 2)::text`,
      20_000,
    );
  });
}, patient(120_000));
afterAll(() => server?.close());

it(
  '200 departments by 20 formulas take less than 10 s, and the same again changes nothing',
  async () => {
    const clock = { now: () => new Date('2026-04-10T02:00:00Z') };
    const logger = pino({ enabled: false });
    const series = createSeries({ services: server.services, clock, logger });
    const began = performance.now();
    expect(await series.runDue()).toBe(4000);
    const took = performance.now() - began;
    const again = performance.now();
    expect(await series.runDue(new Date('2026-04-11T02:00:00Z'))).toBe(0);
    const second = performance.now() - again;
    console.log(JSON.stringify({ combinations: 4000, seconds: took / 1000, secondsUnchanged: second / 1000 }));
    expect(took).toBeLessThan(promised(10_000));
  },
  patient(60_000),
);

it(
  'one run goes through 50,000 combinations, and the next one of the same day goes on behind them',
  async () => {
    await server.database.withTenant(tenant, (connection) =>
      connection.execute(
        `insert into data."trialIndex" (id, "tenantId", version, "createTime", "isDeleted", name, used, formula)
       select n::text, $1, 1, now(), 0, '指标' || n, '1', 'open' from generate_series(21, 260) n`,
        [tenant],
      ),
    );
    const clock = { now: () => new Date('2026-04-12T02:00:00Z') };
    const series = createSeries({ services: server.services, clock, logger: pino({ enabled: false }) });
    const kept = () =>
      server.database.withTenant(tenant, (connection) =>
        connection.query<{ count: number }>('select count(*)::int as count from data."trialResult"'),
      );
    // 200 by 260 are 52,000, of which 4,000 are there and say the same.
    const first = await series.runDue();
    const second = await series.runDue();
    expect([first + second, second > 0 && second <= 2_000, await series.runDue()]).toEqual([48_000, true, 0]);
    expect(await kept()).toEqual([{ count: 52_000 }]);
  },
  patient(900_000),
);
