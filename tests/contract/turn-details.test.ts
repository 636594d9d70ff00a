import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { createTimerRunner, timers } from '../../server/flow/time/timers.ts';
import { readTodoList } from '../../server/flow/turns/todo-list.ts';
import { turns } from '../../server/flow/turns/turns.ts';
import type { Connection } from '../../server/ground/database/database.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { createFixtureMetadata } from '../fixtures/metadata.ts';
import { patrol, patrolPoint } from '../fixtures/patrol-entities.ts';
import { plantPeople, plantTenant } from '../fixtures/plant-people.ts';

const TENANT = '645967';
const SHIPPED = ['user', 'dept', 'role', 'tenant', 'post', 'auditLog', 'notice'];
const INSPECTORS = ['inspector1', 'inspector2', 'inspector3'];
let server: EntityServer;

const person = (userId: string, more: TestPerson = {}): TestPerson => ({
  userId,
  account: userId,
  realName: userId,
  roleCodes: INSPECTORS.includes(userId) ? ['inspector'] : ['employee'],
  ...more,
});
const maker = person('maker');
const keeper = person('keeper');

beforeAll(async () => {
  server = await createEntityServer({
    entities: { test: [patrol, patrolPoint] },
    shipped: SHIPPED,
    parts: { turns, timers, approvals, evidence, notices: createNotices() },
  });
  await plantPeople(
    server.database,
    TENANT,
    [
      ...['maker', 'keeper', 'leader'].map((id) => ({ id, name: id, dept: 'shop', roles: ['employee'] })),
      ...INSPECTORS.map((id) => ({ id, name: id, dept: 'shop', roles: ['inspector'] })),
    ],
    { shop: { leader: 'leader' } },
  );
  await plantTenant(server.database, TENANT);
});
afterAll(() => server?.close());

const post = async (who: TestPerson, path: string, body: object): Promise<WireRecord> => {
  const answer = await server.call<WireRecord>(who, `POST /api/anlan-safety/${path}`, body);
  expect([answer.status, answer.msg, answer.errors]).toEqual([200, answer.msg, []]);
  return answer.data;
};

/** A patrol that was sent off by its maker, with these values. */
async function opened(values: Readonly<Record<string, unknown>>, who = maker): Promise<string> {
  const { id, version } = await post(who, 'patrol/save', { name: '巡守', ...values });
  await post(who, 'patrol/submit', { id, version });
  return id;
}

async function change(id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { data } = await server.call<WireRecord>(maker, `GET /api/anlan-safety/patrol/detail?id=${id}`);
  await post(maker, 'patrol/save', { id, version: data.version, ...values });
}

async function todo(who: TestPerson, request: { keyword?: string; current?: number; size?: number } = {}) {
  const reader = {
    services: server.services,
    context: server.context(who),
    snapshot: await server.metadata.snapshot(TENANT),
  };
  return server.database.withTenant(TENANT, (db) => readTodoList(reader, db, { current: 1, size: 100, ...request }));
}

const entryOf = async (who: TestPerson, id: string) => (await todo(who)).records.find((one) => one.recordId === id);
const deadline = async (id: string) => (await entryOf(keeper, id))?.deadline;

describe('the deadline of a step', () => {
  it('moves with the fields that the timers of its state read', async () => {
    const id = await opened({ keeper: 'keeper', limit: '2026-05-02 12:00:00' });
    expect(await deadline(id)).toBe('2026-05-02 12:00:00');
    await change(id, { limit: '2026-05-03 12:00:00' });
    expect(await deadline(id)).toBe('2026-05-03 12:00:00');
    await change(id, { inSpace: '1', gasTime: '2026-05-01 08:00:00' });
    // What may never happen says until when only where nothing else does.
    expect(await deadline(id)).toBe('2026-05-03 12:00:00');
    await change(id, { limit: null });
    expect(await deadline(id)).toBe('2026-05-01 10:00:00');
    await post(maker, 'patrol/noteGas', { id, gasTime: '2026-05-01 09:30:00' });
    expect(await deadline(id)).toBe('2026-05-01 11:30:00');
  });

  it('is none of a timer whose condition does not hold', async () => {
    const id = await opened({ keeper: 'keeper', limit: null, gasTime: '2026-05-01 08:00:00' });
    expect(await entryOf(keeper, id)).toMatchObject({ deadline: null, after: null });
    await change(id, { inSpace: '1' });
    expect(await deadline(id)).toBe('2026-05-01 10:00:00');
    await change(id, { inSpace: '0' });
    expect(await deadline(id)).toBeNull();
  });

  it('is that of a changed file once its timers are armed', async () => {
    const id = await opened({ keeper: 'keeper', limit: '2026-05-05 12:00:00' });
    const later: Entity = {
      ...patrol,
      states: {
        ...patrol.states,
        open: { title: '巡守中', edit: true, timers: { expire: { at: 'limit + days(1)', fire: 'expire' } } },
      },
    };
    const runner = (entity: Entity) =>
      createTimerRunner({
        services: {
          ...server.services,
          metadata: createFixtureMetadata({ entities: { test: [entity, patrolPoint] }, shipped: SHIPPED }),
        },
        service: server.service,
        clock: server.context().clock,
        logger: { info: () => {}, warn: () => {}, error: (entry: unknown) => expect(entry).toBeUndefined() },
        pendingVoters: async () => [],
      });
    await runner(patrol).armChanged();
    expect(await runner(later).armChanged()).toBeGreaterThan(0);
    expect(await deadline(id)).toBe('2026-05-06 12:00:00');
    await runner(patrol).armChanged();
    expect(await deadline(id)).toBe('2026-05-05 12:00:00');
  });
});

describe('a group behind those whom a record names', () => {
  it('is called where the one who is named may not take the step, being kept apart from it', async () => {
    const leader = person('leader');
    const [inspector = ''] = INSPECTORS;
    const steps = async (who: string, id: string) =>
      (await entryOf(person(who), id))?.steps.map(({ transition }) => transition) ?? [];
    const byOther = await opened({ deptId: 'shop' });
    expect([await steps('leader', byOther), await steps(inspector, byOther)]).toEqual([['inspect'], []]);
    const byLeader = await opened({ deptId: 'shop' }, leader);
    expect([await steps('leader', byLeader), await steps(inspector, byLeader)]).toEqual([[], ['inspect']]);
  });
});

/** Statements that a work sends in transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = [];
  const { database } = server.services;
  const own = database.transaction;
  const noting = (db: Connection): Connection => ({
    tenantId: db.tenantId,
    query: (text, values, name) => {
      sent.push(text);
      return db.query(text, values, name);
    },
    execute: (text, values) => {
      sent.push(text);
      return db.execute(text, values);
    },
  });
  database.transaction = (tenantId, inner) => own(tenantId, (db) => inner(noting(db)));
  try {
    await work();
  } finally {
    database.transaction = own;
  }
  return sent;
}

describe('telling those who are called', () => {
  it('writes one notice for all whom the same is asked of', async () => {
    const notices = async (id: string) => {
      const pages = INSPECTORS.map((who) =>
        server.call<WirePage<WireRecord>>(person(who), 'GET /api/anlan-system/notice/page?size=100'),
      );
      return (await Promise.all(pages)).map(
        ({ data }) => data.records.filter(({ recordId }) => recordId === id).length,
      );
    };
    const { id, version } = await post(maker, 'patrol/save', { name: '一并告知', keeper: 'keeper' });
    const sent = await statementsOf(() => post(maker, 'patrol/submit', { id, version }));
    expect(await notices(id)).toEqual([1, 1, 1]);
    const written = sent.filter((text) => /insert into (data\.)?"?notice"?/i.test(text));
    expect(written).toHaveLength(2);
  });
});

describe('the list of tasks', () => {
  it('finds rows by the name of what they stand under', async () => {
    const id = await opened({ name: '罐区夜巡' });
    await post(maker, 'patrol-point/save', { patrolId: id, what: '法兰', signer: 'keeper' });
    await change(id, { name: '罐区晨巡' });
    for (const keyword of ['罐区晨巡', '法兰']) {
      const { records } = await todo(keeper, { keyword });
      expect([keyword, records.map(({ recordId, rows }) => [recordId, rows])]).toEqual([
        keyword,
        [[id, 'patrolPoint']],
      ]);
    }
  });

  it('asks for a page and its total at once, and for nothing of a record but its line', async () => {
    await opened({ keeper: 'keeper', remark: '不在清单里' });
    const reader = {
      services: server.services,
      context: server.context(keeper),
      snapshot: await server.metadata.snapshot(TENANT),
    };
    const sent: string[] = [];
    const read = (current: number) =>
      server.database.withTenant(TENANT, (db) =>
        readTodoList(
          reader,
          {
            ...db,
            query: (text, values, name) => {
              sent.push(text);
              return db.query(text, values, name);
            },
          },
          { current, size: 2 },
        ),
      );
    const first = await read(1);
    expect(first.total).toBeGreaterThan(2);
    expect(sent.filter((text) => text.includes('entries as ('))).toHaveLength(1);
    expect(
      sent.filter((text) => text.includes('data.patrol') || text.includes('data."patrol"')).join('\n'),
    ).not.toMatch(/remark/);
    // A page beyond the last tells how many there are.
    expect(await read(99)).toMatchObject({ total: first.total, records: [] });
  });
});
