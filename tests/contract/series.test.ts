import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSeries, type SeriesRunner } from '../../server/flow/series/series.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { plantTenant } from '../fixtures/plant-people.ts';
import { SERIES_ENTITIES } from '../fixtures/series-entities.ts';

const tenant = '645967';
let server: EntityServer;
let series: SeriesRunner;
const ids: Record<string, string> = {};

/** An instant by the plant's clock. */
const at = (text: string) => new Date(`${text.replace(' ', 'T')}:00+08:00`);

beforeAll(async () => {
  server = await createEntityServer({ entities: { test: SERIES_ENTITIES } });
  await plantTenant(server.database, tenant);
  const clock = { now: () => at('2026-04-10 09:00') };
  series = createSeries({ services: server.services, clock, logger: pino({ enabled: false }) });
  for (const name of ['东区', '西区']) ids[name] = (await save('trial-hall', { name })).id;
  await save('trial-fault', { name: '甲', hall: ids.东区, found: '2026-04-02', mended: '0' });
  ids.乙 = (await save('trial-fault', { name: '乙', hall: ids.东区, found: '2026-04-03', mended: '1' })).id;
  await save('trial-fault', { name: '丙', hall: ids.东区, found: '2026-05-03', mended: '0' });
  await save('trial-index', { name: '修复率', formula: 'round(mended / all, 2)' });
  await save('trial-index', { name: '未修复', formula: 'open' });
  await save('trial-index', { name: '不用', formula: 'open', used: '0' });
});
afterAll(() => server?.close());
beforeEach(() =>
  server.database.withTenant(tenant, async (connection) => {
    await connection.execute('delete from data."trialResult"');
    await connection.execute('delete from data."trialPulse"');
    await connection.execute('delete from platform."seriesPeriod"');
  }),
);

async function save(base: string, body: object): Promise<{ id: string; version: number }> {
  const answer = await server.call<{ id: string; version: number }>({}, `POST /api/anlan-safety/${base}/save`, body);
  if (answer.status !== 200) throw new Error(answer.errors[0]?.msg ?? answer.msg);
  return answer.data;
}

const mend = (mended: string) =>
  server.database.withTenant(tenant, (connection) =>
    connection.execute('update data."trialFault" set mended = $2 where id = $1', [ids.乙, mended]),
  );

interface Result {
  readonly period: string;
  readonly title: string;
  readonly value: number | null;
  readonly why: string | null;
  readonly version: number;
}

const results = (): Promise<readonly Result[]> =>
  server.database.withTenant(tenant, (connection) =>
    connection.query<Result>(
      `select period, title, value::float8 as value, why, version::int as version from data."trialResult"
       order by period, title`,
    ),
  );

const words = async () => (await results()).map(({ period, title, value, why }) => [period, title, value, why]);

describe('a series', () => {
  it('writes a record for each combination, by formulas over figures, and says why one has no value', async () => {
    expect(await series.runDue(at('2026-04-10 09:00'))).toBe(4);
    expect(await words()).toEqual([
      ['2026-04', '东区 修复率', 0.5, null],
      ['2026-04', '东区 未修复', 1, null],
      ['2026-04', '西区 修复率', null, '除数“故障数”为零'],
      ['2026-04', '西区 未修复', 0, null],
    ]);
  });

  it('is run once a day, changes nothing that says the same, and follows while the period is open', async () => {
    await series.runDue(at('2026-04-10 09:00'));
    expect(await series.runDue(at('2026-04-10 23:00'))).toBe(0);
    expect(await series.runDue(at('2026-04-11 00:11'))).toBe(0);
    expect((await results()).every(({ version }) => version === 1)).toBe(true);
    await mend('0');
    expect(await series.runDue(at('2026-04-11 23:00'))).toBe(0);
    expect(await series.runDue(at('2026-04-12 00:11'))).toBe(2);
    await mend('1');
    expect((await words())[0]).toEqual(['2026-04', '东区 修复率', 0, null]);
  });

  it('is written until the period is closed and then no more', async () => {
    await series.runDue(at('2026-04-30 09:00'));
    expect(await series.runDue(at('2026-05-02 09:00'))).toBe(4);
    await mend('0');
    expect(await series.runDue(at('2026-05-05 09:00'))).toBe(4);
    await mend('1');
    expect(await series.runDue(at('2026-05-06 09:00'))).toBe(2);
    const april = (await results()).filter(({ period }) => period === '2026-04');
    expect(april[0]).toMatchObject({ title: '东区 修复率', value: 0 });
    const may = (await results()).filter(({ period }) => period === '2026-05');
    expect(may[0]).toMatchObject({ title: '东区 修复率', value: 0.33 });
  });

  it('makes three missed periods up, and nothing from before it began', async () => {
    await series.runDue(at('2026-01-20 09:00'));
    await series.runDue(at('2026-06-20 09:00'));
    expect([...new Set((await results()).map(({ period }) => period))]).toEqual([
      '2026-01',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ]);
    const before = await results();
    await series.runDue(at('2026-06-21 09:00'));
    expect(await results()).toEqual(before);
  });
});

it('a series writes each combination by the period that its own record says', async () => {
  for (const cycle of ['day', 'week', 'quarter', 'year'])
    await save('trial-index', { name: `按${cycle}`, formula: 'all', used: '0', cycle });
  const pulses = () =>
    server.database.withTenant(tenant, (connection) =>
      connection.query<{ title: string; period: string; value: number }>(
        `select title, period, value::float8 as value from data."trialPulse" where title like '东区%' order by period collate "C", title`,
      ),
    );
  await series.runDue(at('2026-05-06 09:00'));
  const seen = (await pulses()).map(({ title, period, value }) => [title.slice(3), period, value]);
  // Days whose five days are not over yet are written; of the year as far as it has come.
  expect(seen).toEqual([
    ['按year', '2026', 3],
    ...['01', '02'].map((day) => ['按day', `2026-05-${day}`, 2]),
    ...['03', '04', '05', '06'].map((day) => ['按day', `2026-05-${day}`, 3]),
    ['按quarter', '2026-Q2', 3],
    ['按week', '2026-W18', 3],
    ['按week', '2026-W19', 3],
  ]);
  // Days go on, and those that are closed stay.
  await series.runDue(at('2026-05-09 09:00'));
  const later = (await pulses()).map(({ period }) => period);
  expect(later.filter((period) => period.startsWith('2026-05-')).length).toBe(9);
});

describe('a formula', () => {
  it.each([
    ['open /', /./],
    ['opem + 1', '没有名为“opem”'],
    ['open / 0', '除数“0”为零'],
    ["count('trialFault', true)", /./],
    ['open > 1', '而表达式得出'],
    [Array.from({ length: 40 }, () => 'open').join(' + '), '公式最多60项，现有79项'],
    ["setting('cert.specialReviewMonths')", /./],
    ['me.userId', /./],
  ])('is refused: %s', async (formula, message) => {
    const answer = await server.call({}, 'POST /api/anlan-safety/trial-index/save', { name: '试', formula });
    expect(answer.status).toBe(400);
    expect(answer.errors).toMatchObject([{ pointer: '/formula' }]);
    expect(answer.errors[0]?.msg).toMatch(message instanceof RegExp ? message : new RegExp(message));
  });

  it('that was written with a former name of a figure goes on', async () => {
    const { id } = await save('trial-index', { name: '旧名', formula: 'done + 0' });
    await series.runDue(at('2026-04-10 09:00'));
    expect((await results()).find(({ title }) => title === '东区 旧名')).toMatchObject({ value: 1, why: null });
    await server.database.withTenant(tenant, async (connection) => {
      await connection.execute('delete from data."trialResult"');
      await connection.execute('update data."trialIndex" set formula = $2 where id = $1', [id, 'gone + 0']);
    });
    await series.runDue(at('2026-04-11 09:00'));
    expect((await results()).find(({ title }) => title === '东区 旧名')).toMatchObject({ value: null });
    expect((await results()).find(({ title }) => title === '东区 旧名')?.why).toContain('没有名为“gone”');
  });
});
