import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../server/access/sign-in/password.ts';
import { createFileLinks } from '../../server/files/file-links.ts';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { completeTask } from '../../server/flow/approval/decide.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createTimerRunner, timers } from '../../server/flow/time/timers.ts';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';
import { plantFourLevels } from '../fixtures/plant-people.ts';
import { quietServices } from '../fixtures/quiet-parts.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';
import { bookOf, sheetBody } from '../fixtures/workbook.ts';

const TENANT = '645967';
const P = '/api/anlan-safety';
const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const number = (title: string): Property => ({ title, field: 'number', type: 'number', precision: 15, scale: 2 });
const counted = (title: string, where: string): Property => ({
  ...number(title),
  field: 'calculate',
  rollup: { sum: 'amount', of: 'claim', by: 'fund', where },
});
const entity = entityMaker((columns) => ({
  columns: [...columns],
  actions: ['add', 'edit', 'delete', 'import', 'ask'],
  grants: { everyone: ['view', 'add', 'edit', 'delete', 'import', 'ask'] },
}));

const fund = entity('fund', '经费', {
  name: text('名称'),
  asked: counted('申请中', "status == 'open'"),
  paid: counted('已批准', "status == 'paid'"),
  lapsed: counted('已失效', "status == 'lapsed'"),
});
const claim = entity(
  'claim',
  '报销',
  {
    name: text('名称'),
    fund: referenceTo('经费', 'fund'),
    amount: number('金额'),
    handler: { title: '经办人', field: 'orgSelect', type: 'string', org: 'user' },
    dept: { title: '部门', field: 'orgSelect', type: 'string', org: 'dept' },
    until: { title: '期限', field: 'date', type: 'string', format: 'date-time' },
  },
  {
    import: { key: ['name'] },
    states: {
      open: { title: '申请', initial: true, edit: true, timers: { lapse: { at: 'until', fire: 'lapse' } } },
      paid: { title: '批准' },
      lapsed: { title: '失效' },
    },
    transitions: {
      ask: {
        title: '报批',
        from: ['open'],
        to: 'paid',
        who: ['everyone'],
        approve: {
          levels: {
            superior: { title: '上级', who: [{ superior: 'handler' }], mode: 'any' },
            above: { title: '上级部门', who: [{ head: 'dept', up: 2 }], mode: 'any' },
          },
        },
      },
      lapse: { title: '失效', from: ['open'], to: 'lapsed', who: ['system'] },
    },
  },
);

/** What a fund counts follows its claims by whatever way they are written, besides the saves of `rollups.test.ts`. */
describe('roll-ups of records that others than a save write', () => {
  let server: EntityServer;
  let now = new Date('2026-03-01T00:00:00Z');
  const clock = { now: () => now };
  const person = (userId: string): TestPerson => ({
    userId,
    realName: userId,
    roleCodes: ['employee'],
    scope: 'tenant',
  });
  const post = async (who: string, path: string, body: object): Promise<WireRecord> => {
    const answer = await server.call<WireRecord>(person(who), `POST ${P}/${path}`, body);
    expect(`${path} ${answer.status} ${answer.msg}`).toContain(' 200 ');
    return answer.data;
  };
  const figures = async (id: unknown) => {
    const { data } = await server.call<WireRecord>(person('worker'), `GET ${P}/fund/detail?id=${id}`);
    return [data.asked, data.paid, data.lapsed, data.version];
  };
  /** People whose open tasks a request waits for. */
  const awaited = (id: unknown) =>
    server.database.withTenant(TENANT, (db) =>
      db.query<{ id: string; userId: string }>(
        `select id, "userId" from platform."approvalTask"
         where "tenantId" = $1 and "recordId" = $2 and status = 'open' and "openedAt" is not null order by "userId"`,
        [TENANT, id],
      ),
    );

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { test: [fund, claim] },
      shipped: ['user', 'role', 'dept', 'post', 'session', 'auditLog', 'workCalendar', 'tenant'],
      parts: { approvals, evidence, timers },
    });
    server.setNow(now.toISOString());
    await plantFourLevels(server.database, TENANT);
  }, patient(60_000));
  afterAll(() => server?.close());

  it('follow an approval, which goes from superior to superior, past vacancies', async () => {
    const { id } = await post('worker', 'fund/save', { name: '审批' });
    const one = await post('worker', 'claim/save', {
      name: '甲',
      fund: id,
      amount: 7,
      handler: 'worker',
      dept: 'crew',
    });
    expect(await figures(id)).toEqual([7, 0, 0, 1]);
    await post('worker', 'claim/ask', { id: one.id });
    const decide = async (who: string) => {
      const asked = await awaited(one.id);
      expect(asked.map(({ userId }) => userId)).toEqual([who]);
      const context = server.context(person(who));
      const acting = { services: server.services, context, snapshot: await server.metadata.snapshot(TENANT) };
      return completeTask(acting, { taskId: asked[0]?.id ?? '' }, { result: 'pass' });
    };
    expect(await decide('foreman')).toMatchObject({ status: 'open' });
    expect(await figures(id)).toEqual([7, 0, 0, 1]);
    // The head of the plant is disabled: two above the crew it is the company's.
    expect(await decide('director')).toMatchObject({ status: 'granted' });
    expect(await figures(id)).toEqual([0, 7, 0, 1]);
  });

  it('follow a timer', async () => {
    const { id } = await post('worker', 'fund/save', { name: '到期' });
    await post('worker', 'claim/save', { name: '乙', fund: id, amount: 5, until: '2026-03-02 09:00:00' });
    const services = {
      database: server.database,
      metadata: server.metadata,
      files: createFileLinks({ database: server.database, clock, servicePrefix: 'anlan', signingSecret: 'test' }),
      ids: await server.database.ids(),
      hashPassword,
      ...quietServices({ timers }),
    };
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const runner = createTimerRunner({
      services,
      service: server.service,
      clock,
      logger,
      pendingVoters: async () => [],
    });
    now = new Date('2026-03-02T02:00:00Z');
    server.setNow(now.toISOString());
    expect(await runner.runDue()).toBe(1);
    expect(await figures(id)).toEqual([0, 0, 5, 1]);
  });

  it('follow an import that makes some and changes others', async () => {
    const { id } = await post('worker', 'fund/save', { name: '导入' });
    await post('worker', 'claim/save', { name: '丙', fund: id, amount: 1 });
    const file = await bookOf({
      报销: [
        ['名称', '经费', '金额'],
        ['丙', '导入', 10],
        ['丁', '导入', 20],
        ['戊', '导入', 30],
      ],
    });
    const { payload, headers } = sheetBody(file, { mode: 'all', key: 'name' });
    const answer = await server.app.inject({
      method: 'POST',
      url: `${P}/claim/import?page=claim`,
      payload,
      headers: { ...headers, 'x-test-person': encodeURIComponent(JSON.stringify(person('worker'))) },
    });
    expect([answer.statusCode, answer.json().msg]).toEqual([200, '操作成功']);
    expect(await figures(id)).toEqual([60, 0, 0, 1]);
  });
});
