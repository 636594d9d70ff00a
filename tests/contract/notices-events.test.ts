import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { systemContext } from '../../server/ground/jobs/system-context.ts';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import type { EntityServices, Notice } from '../../server/records/call/ports.ts';
import { transact } from '../../server/records/write/transact.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { callAs } from '../fixtures/call-as.ts';
import { type EventReader, readEvents } from '../fixtures/event-reader.ts';
import { patient, promised } from '../fixtures/patience.ts';
import { clientHeader, type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const tenant = '645967';
const system = '/api/anlan-system';
let server: TestServer;
let platform: string;
let management: string;
let employee: SignedIn;
let officer: SignedIn;
const readers: EventReader[] = [];

beforeAll(async () => {
  server = await startTestServer();
  platform = await server.main.listen({ host: '127.0.0.1', port: 0 });
  management = await server.admin.listen({ host: '127.0.0.1', port: 0 });
  employee = await server.signIn('employee');
  officer = await server.signIn('safetyOfficer');
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await server?.stop();
});

async function open(person: { headers: Record<string, string> }, query = '', base = platform): Promise<EventReader> {
  const reader = await readEvents(`${base}${system}/events${query}`, person.headers);
  readers.push(reader);
  return reader;
}

/** A stream that is open for certain. */
async function opened(...given: Parameters<typeof open>): Promise<EventReader> {
  const reader = await open(...given);
  await reader.next(({ event }) => event === 'open');
  return reader;
}

/** Sends notices in one transaction of the platform, as another process would. */
async function send(notices: readonly Partial<Notice>[], fail = false): Promise<void> {
  const snapshot = await server.metadata.snapshot(tenant);
  const model = snapshot.entities.get('lawRegulation');
  if (model === undefined) throw new Error('no entity');
  const services = { database: server.database, metadata: server.metadata, ids: await server.database.ids() };
  const call = createEntityCall(
    services as unknown as EntityServices,
    systemContext(tenant, { now: () => server.now() }, 'test'),
    snapshot,
    model,
    { internal: true },
  );
  const part = createNotices();
  await transact(call, async (tx) => {
    for (const notice of notices) {
      await part.send(tx, {
        userIds: ['645967-employee'],
        kind: 'reminder',
        title: () => '还有三天',
        entityKey: 'lawRegulation',
        recordId: '1',
        ...notice,
      });
    }
    if (fail) throw new Error('rolled back');
  });
}

const call = <T>(person: SignedIn, method: 'GET' | 'POST', path: string, payload?: object) =>
  callAs<T>(server.main, person, method, `system/${path}`, payload);
const unread = async (person: SignedIn) => (await call<number>(person, 'GET', 'notice/unread-count')).data;
const inbox = async (person: SignedIn) =>
  (await call<WirePage<WireRecord>>(person, 'GET', 'notice/page?size=50')).data.records;

describe('the inbox', () => {
  it('shows everyone his own notices and lets him mark only those', async () => {
    await send([
      { userIds: ['645967-employee', '645967-safetyOfficer', '645967-employee'] },
      { title: () => '另一条' },
    ]);
    expect(await unread(employee)).toBe(2);
    expect(await unread(officer)).toBe(1);
    const own = await inbox(employee);
    expect(own.map(({ title }) => title).sort()).toEqual(['另一条', '还有三天']);
    expect(own[0]).toMatchObject({ isRead: '0', kindLabel: '提醒', entityKey: 'lawRegulation', recordId: '1' });
    const [foreign] = await inbox(officer);
    const marked = await call<number>(employee, 'POST', 'notice/read', {
      ids: [String(foreign?.id), String(own[0]?.id)],
    });
    expect(marked.data).toBe(1);
    expect([await unread(employee), await unread(officer)]).toEqual([1, 1]);
    expect((await call<number>(employee, 'POST', `notice/read?ids=${own[0]?.id}`)).data).toBe(0);
    expect((await call<number>(employee, 'POST', 'notice/read-all')).data).toBe(1);
    expect([await unread(employee), await unread(officer)]).toEqual([0, 1]);
    expect((await inbox(employee)).every(({ isRead, readTime }) => isRead === '1' && readTime !== null)).toBe(true);
  });

  it('is not written by anyone, and refuses what is no list of ids', async () => {
    const forged = await call(employee, 'POST', 'notice/save', { userId: '645967-employee', title: '伪造' });
    expect(forged.code).toBeGreaterThanOrEqual(400);
    expect((await call(employee, 'POST', 'notice/read', { ids: [] })).code).toBe(400);
    expect((await call(employee, 'POST', 'notice/read', { ids: [{ $ne: 1 }] })).code).toBe(400);
    const [own] = await inbox(officer);
    expect((await call(employee, 'GET', `notice/detail?id=${own?.id}`)).code).toBe(404);
  });
});

describe('changes of an entity', () => {
  const saveLaw = (name: string) =>
    server.service.saveInternal(systemContext(tenant, { now: () => server.now() }, 'test'), 'lawRegulation', {
      name,
      docNo: name,
      fileType: '1',
      issueDept: '示例机关',
      issueDate: '2025-01-01',
      effectiveDate: '2025-02-01',
    });

  it('are preceded by the revision of the metadata, which a page may have missed', async () => {
    const reader = await open(officer);
    const first = await reader.next(({ event }) => event === 'open');
    expect(first.data).toEqual({ revision: (await server.metadata.snapshot(tenant)).revision });
  });

  it('are told to who asked for them and may see it, once for many, without saying which record', async () => {
    const [watching, other] = await Promise.all([opened(officer, '?entities=lawRegulation'), opened(employee)]);
    await Promise.all(['甲一法', '乙二法', '丙三法'].map(saveLaw));
    const told = await watching.next(({ data }) => data.topic === 'entity', 3_000);
    expect(told.data).toEqual({ topic: 'entity', entityKey: 'lawRegulation' });
    expect(watching.events.filter(({ data }) => data.topic === 'entity').length).toBeLessThan(3);
    expect(other.events.some(({ data }) => data.topic === 'entity')).toBe(false);
  });

  it('are not told of an entity that the person may not see', async () => {
    const administrator = await server.signIn('administrator');
    const [seeing, blind] = await Promise.all([
      opened(administrator, '?entities=role,lawRegulation'),
      opened(employee, '?entities=role,lawRegulation'),
    ]);
    const context = systemContext(tenant, { now: () => server.now() }, 'test');
    const role = { roleCode: 'watched', roleName: '临时角色', dataScope: '5', sort: 99 };
    await server.service.saveInternal(context, 'role', role);
    await seeing.next(({ data }) => data.entityKey === 'role', 3_000);
    await saveLaw('丁四法');
    await blind.next(({ data }) => data.topic === 'entity' && data.entityKey === 'lawRegulation', 3_000);
    expect(blind.events.some(({ data }) => data.entityKey === 'role')).toBe(false);
  });

  it.each(['a,b,c,d,e,f', 'no entity', '%00'])('are refused for %s', async (entities) => {
    const refused = await open(
      employee,
      `?entities=${entities.includes('%') ? entities : encodeURIComponent(entities)}`,
    );
    expect(refused.status).toBe(400);
  });

  it('come with a clock: every answer says the time of the server', async () => {
    const { headers } = await server.main.inject({
      method: 'GET',
      url: `${system}/notice/unread-count`,
      headers: officer.headers,
    });
    expect(Math.abs(Number(headers['anlan-time']) - server.now().getTime())).toBeLessThan(5_000);
  });
});

describe('the stream of changes', () => {
  it('tells the person, and nobody else, within a second of the commit, on both ports', async () => {
    const [mine, admins, other] = await Promise.all([
      opened(employee),
      opened(employee, '', management),
      opened(officer),
    ]);
    expect([mine.status, mine.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const sent = Date.now();
    await send([{ kind: 'task', title: () => '请审批' }]);
    for (const reader of [mine, admins]) {
      const told = await reader.next(({ data }) => data.topic === 'notices');
      expect(told.at - sent).toBeLessThan(promised(1_000));
      expect(told.data).toEqual({ topic: 'notices' });
      await reader.next(({ data }) => data.topic === 'tasks');
    }
    expect(other.events.filter(({ event }) => event === 'message')).toEqual([]);
    for (const reader of [mine, admins, other]) reader.close();
  });

  it('says nothing of what was rolled back', async () => {
    const reader = await opened(employee);
    await expect(send([{ title: () => '未提交' }], true)).rejects.toThrow('rolled back');
    await send([{ kind: 'task' }]);
    await reader.next(({ data }) => data.topic === 'tasks');
    expect(reader.events.filter(({ data }) => data.topic === 'notices')).toHaveLength(1);
    reader.close();
  });

  it('tells of a watched record only those who may see it', async () => {
    const administrator = await server.signIn('administrator');
    const query = '?records=workCalendar:day1,session:nobody';
    await server.database.transaction(tenant, (connection) =>
      connection.execute(
        `insert into data."workCalendar" (id, "tenantId", "calendarDate", "dayKind") values ('day1', $1, '2026-10-01', 'holiday')`,
        [tenant],
      ),
    );
    const [may, mayNot, unasked] = await Promise.all([
      opened(administrator, query),
      opened(employee, query),
      opened(administrator),
    ]);
    const day = await call<WireRecord>(administrator, 'GET', 'work-calendar/detail?id=day1');
    const { version } = day.data;
    expect(
      await call(administrator, 'POST', 'work-calendar/save', { id: 'day1', version, dayName: '国庆节' }),
    ).toMatchObject({
      code: 200,
    });
    const told = await may.next(({ data }) => data.topic === 'record');
    expect(told.data).toEqual({ topic: 'record', entityKey: 'workCalendar', recordId: 'day1' });
    await send([{ userIds: ['645967-employee', '645967-administrator'] }]);
    for (const reader of [mayNot, unasked]) {
      await reader.next(({ data }) => data.topic === 'notices');
      expect(reader.events.filter(({ data }) => data.topic === 'record')).toEqual([]);
    }
    for (const reader of [may, mayNot, unasked]) reader.close();
  });

  it(
    'ends with its session',
    async () => {
      const person = await server.signIn('teamLeader');
      const reader = await opened(person);
      await server.main.inject({ url: '/api/anlan-auth/oauth/logout', headers: person.headers });
      const end = await reader.next(({ event }) => event === 'end', 8_000);
      expect(end.data).toEqual({ reason: 'sessionEnded' });
      await reader.ended;
    },
    patient(15_000),
  );

  it('ends at once where an administrator ends the session', async () => {
    const administrator = await server.signIn('administrator');
    const person = await server.signIn('teamLeader');
    const reader = await opened(person);
    const sessions = await call<WirePage<WireRecord>>(
      administrator,
      'GET',
      'session/page?account=teamLeader&status=1&size=50',
    );
    const id = sessions.data.records[0]?.id;
    expect((await call(administrator, 'POST', 'session/end', { id })).code).toBe(200);
    const end = await reader.next(({ event }) => event === 'end', 1_500);
    expect(end.data).toEqual({ reason: 'sessionEnded' });
  });

  it('refuses strangers, what it cannot read, and a session that opens too many', async () => {
    expect((await open({ headers: {} })).status).toBe(401);
    expect((await open({ headers: clientHeader })).status).toBe(401);
    expect((await open(employee, '?records=..%2Fuser')).status).toBe(400);
    expect(
      (await open(employee, `?records=${Array.from({ length: 21 }, (_, id) => `user:${id}`).join()}`)).status,
    ).toBe(400);
    const person = await server.signIn('second');
    const many = await Promise.all(Array.from({ length: 10 }, () => opened(person)));
    expect((await open(person)).status).toBe(429);
    many[0]?.close();
    await expect.poll(async () => (await open(person)).status, { timeout: patient(2_000) }).toBe(200);
  });

  it(
    'is closed, with a word, when the server stops',
    async () => {
      const other = await startTestServer();
      try {
        const base = await other.main.listen({ host: '127.0.0.1', port: 0 });
        const person = await other.signIn('employee');
        const reader = await opened(person, '', base);
        const began = Date.now();
        await other.close();
        await reader.ended;
        expect(Date.now() - began).toBeLessThan(promised(3_000));
        expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'stopping' } });
      } finally {
        await other.stop();
      }
    },
    patient(30_000),
  );
});
