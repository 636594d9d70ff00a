import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRollups, type Rollups } from '../../server/flow/rollup/rollups.ts';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { patient } from '../fixtures/patience.ts';
import { plantTenant } from '../fixtures/plant-people.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };
const grants = { officer: ['view', 'add', 'edit', 'delete'] };
const rollup = (title: string, of: NonNullable<Property['rollup']>): Property => ({
  title,
  field: 'calculate',
  type: 'number',
  rollup: of,
});
const entity = (key: string, title: string, properties: Record<string, Property>): Entity => ({
  dialect: 1,
  entity: key,
  title,
  api: { service: 'safety', base: key.toLowerCase() },
  record: { type: 'object', properties },
  pages: { [key]: { title, grants } },
  permissions: { scope: { everyone: 'tenant' } },
});

/** A device with very many readings, and one that counts those that are due. */
const meter = entity('meter', '仪表', {
  name: { title: '名称', field: 'input', type: 'string' },
  readings: rollup('读数', { count: true, of: 'reading', by: 'meter', when: 'later' }),
  due: rollup('到期', { count: true, of: 'reading', by: 'meter', where: 'until <= today()', refresh: 'day' }),
  twice: { title: '两倍', field: 'calculate', type: 'number', compute: 'readings * 2' },
});
const reading = entity('reading', '读数', {
  meter: { title: '仪表', field: 'reference', type: 'string', ref: { entity: 'meter' } },
  until: { title: '有效期', field: 'date', type: 'string', format: 'date' },
});

describe('roll-ups in the background', () => {
  let server: EntityServer;
  let rollups: Rollups;
  const logger = pino({ enabled: false });
  const save = async (base: string, body: object) =>
    (await server.call<WireRecord>(officer, `POST ${P}/${base}/save`, body)).data;
  const get = async (id: unknown) => (await server.call<WireRecord>(officer, `GET ${P}/meter/detail?id=${id}`)).data;
  const stored = (sql: string) => server.database.withTenant('645967', (connection) => connection.execute(sql));

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [meter, reading] } });
    await insertPeople(server);
    await plantTenant(server.database, '645967');
    rollups = createRollups({
      services: server.services,
      clock: { now: () => new Date('2026-04-30T02:00:00Z') },
      logger,
    });
  }, patient(60_000));
  afterAll(() => server?.close());

  it('are left for later where they are hot, shown as settling, and brought up to date with what stands on them', async () => {
    const { id } = await save('meter', { name: '甲' });
    for (let index = 0; index < 3; index += 1) await save('reading', { meter: id, until: '2026-05-02' });
    expect(await get(id)).toMatchObject({ readings: 0, settling: true });
    expect(await rollups.runDue()).toBe(1);
    const settled = await get(id);
    expect(settled).toMatchObject({ readings: 3, twice: 6, version: 1 });
    expect(settled.settling).toBeUndefined();
    expect(await rollups.runDue()).toBe(0);
  });

  it('miss nothing that was written while they were counted', async () => {
    const { id } = await save('meter', { name: '并行' });
    const writers = Array.from({ length: 6 }, async () => {
      for (let index = 0; index < 5; index += 1) await save('reading', { meter: id, until: '2026-05-02' });
    });
    const counting = (async () => {
      for (let round = 0; round < 10; round += 1) await rollups.runDue();
    })();
    await Promise.all([...writers, counting]);
    await rollups.runDue();
    expect(await get(id)).toMatchObject({ readings: 30, twice: 60 });
  });

  it('read the clock anew when the day has changed', async () => {
    const { id } = await save('meter', { name: '到期' });
    await save('reading', { meter: id, until: '2026-05-02' });
    await rollups.runNew(new Date('2026-04-30T02:00:00Z'));
    expect(await get(id)).toMatchObject({ due: 0 });
    await rollups.runNew(new Date('2026-05-02T02:00:00Z'));
    expect(await get(id)).toMatchObject({ due: 1, version: 1 });
  });

  it('are counted for the records that were there before the column was', async () => {
    const { id } = await save('meter', { name: '新列' });
    await save('reading', { meter: id, until: '2026-05-02' });
    await stored(`update data.meter set readings = null, twice = null where id = '${id}'`);
    await stored(`delete from platform."countedRollup"`);
    await rollups.runNew(new Date('2026-04-30T02:00:00Z'));
    expect(await get(id)).toMatchObject({ readings: 1, twice: 2 });
  });

  it('that count otherwise than they are stored are told by number, and counted anew when somebody asks', async () => {
    const { id } = await save('meter', { name: '改过' });
    await save('reading', { meter: id, until: '2026-05-02' });
    await rollups.runDue();
    await stored(`update data.meter set readings = 77, twice = 154 where id = '${id}'`);
    const read = () => server.call<{ affected: number }>(officer, `GET ${P}/meter/recalculation`);
    expect((await read()).data).toMatchObject({ affected: 1 });
    expect((await server.call(officer, `POST ${P}/meter/recalculate`, {})).data).toMatchObject({ state: 'waiting' });
    await expect
      .poll(async () => (await read()).data, { timeout: patient(20_000) })
      .toMatchObject({
        affected: 0,
        state: 'done',
        changed: 1,
      });
    expect(await get(id)).toMatchObject({ readings: 1, twice: 2, version: 1 });
  });
});
