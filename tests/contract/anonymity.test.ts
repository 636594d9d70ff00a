import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { completeTask } from '../../server/flow/approval/decide.ts';
import { saveDelegation } from '../../server/flow/approval/delegation.ts';
import { transferTask } from '../../server/flow/approval/take-back.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { timers } from '../../server/flow/time/timers.ts';
import { ANONYMOUS } from '../../src/core/model/alias.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { followUp, nearMiss, nearMissTalk } from '../fixtures/anonymous-entities.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { pdfPages } from '../fixtures/pdf-text.ts';
import { rowsHolding } from '../fixtures/rows-holding.ts';
import { cellsOf, openedWorkbook } from '../fixtures/workbook.ts';

const TENANT = '645967';
const PROBE = { id: 'u-probe-77', account: 'probeAccount77', name: '郝独特', dept: 'd-probe-77' };
const author: TestPerson = {
  userId: PROBE.id,
  account: PROBE.account,
  realName: PROBE.name,
  deptIds: [PROBE.dept],
  roleCodes: ['employee'],
};
const officer: TestPerson = { userId: 'u-officer', account: 'officer', realName: '受理员', roleCodes: ['officer'] };
const director: TestPerson = { userId: 'u-boss', account: 'boss', realName: '总监', roleCodes: ['safetyDirector'] };
const colleague: TestPerson = { userId: 'u-else', account: 'else', realName: '同事', roleCodes: ['employee'] };
const everybody: readonly TestPerson[] = [officer, director, colleague, { roleCodes: [] }];
const BASE = '/api/anlan-safety/near-miss';

describe('an anonymous record', () => {
  let server: EntityServer;
  let sealed: string;
  let open: string;

  const call = <T = unknown>(person: TestPerson, line: string, body?: unknown, key?: string) =>
    server.call<T>(person, line, body, key === undefined ? {} : { key });
  const post = <T = WireRecord>(person: TestPerson, path: string, body: object, key?: string) =>
    call<T>(person, `POST ${BASE}/${path}`, body, key);

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { test: [nearMiss, nearMissTalk, followUp] },
      shipped: ['user', 'dept', 'role', 'tenant', 'post', 'auditLog', 'notice', 'attach'],
      parts: { approvals, evidence, timers, notices: createNotices() },
    });
    await server.database.transaction(TENANT, async (db) => {
      await db.execute(
        `insert into data.dept (id, "tenantId", "deptName", "fullName", sort) values ($1, $2, '特勤组', '特勤组', 1)`,
        [PROBE.dept, TENANT],
      );
      for (const [id, code] of [
        ['r-officer', 'officer'],
        ['r-boss', 'safetyDirector'],
        ['r-employee', 'employee'],
      ] as const)
        await db.execute(
          `insert into data.role (id, "tenantId", "roleCode", "roleName", status) values ($1, $2, $3, $3, '1')`,
          [id, TENANT, code],
        );
      const people = [
        [PROBE.id, PROBE.account, PROBE.name, PROBE.dept, 'r-employee'],
        ['u-officer', 'officer', '受理员', null, 'r-officer'],
        ['u-boss', 'boss', '总监', null, 'r-boss'],
        ['u-else', 'else', '同事', null, 'r-employee'],
      ] as const;
      for (const [id, account, name, dept, role] of people)
        await db.execute(
          `insert into data."user" (id, "tenantId", account, "realName", status, dept, role) values ($1, $2, $3, $4, '1', $5, $6)`,
          [id, TENANT, account, name, dept === null ? [] : [dept], role === null ? [] : [role]],
        );
    });
    await server.database.transaction(TENANT, (db) =>
      db.execute(
        `insert into data.attach (id, "tenantId", "createUser", "createDept", "createTime", "originalName", name, link, extension, "contentType", "attachSize", sha256)
         values ('photo-1', $1, $2, $3, now(), '扶梯.jpg', 'x.jpg', '/x', 'jpg', 'image/jpeg', 10, 'x')`,
        [TENANT, PROBE.id, PROBE.dept],
      ),
    );
    const first = await post(author, 'save', { title: '扶梯松动', isAnonymous: '1', photos: ['photo-1'] }, 'key-1');
    sealed = first.data.id;
    expect(first).toMatchObject({ status: 200 });
    expect(await post(author, 'submit', { id: sealed, version: 1 }, 'key-2')).toMatchObject({ status: 200 });
    expect(await post(author, 'explain', { id: sealed, note: '在东侧' }, 'key-3')).toMatchObject({ status: 200 });
    const { version } = (await call<WireRecord>(author, `GET ${BASE}/detail?id=${sealed}`)).data;
    expect(await post(author, 'save', { id: sealed, version, title: '东侧扶梯松动' })).toMatchObject({ status: 200 });
    expect(await post(author, 'remark', { id: sealed, row: { words: '请尽快' } })).toMatchObject({ status: 200 });
    // What is refused is logged too.
    expect((await post(author, 'explain', { id: sealed, stranger: 1 })).status).toBe(400);
    expect((await post(author, 'save', { isAnonymous: '1', title: 5 }, 'key-4')).status).toBe(400);
    expect(await post(author, 'accept', { id: sealed })).toMatchObject({ status: 200 });
    open = (await post(colleague, 'save', { title: '地面湿滑', isAnonymous: '0' })).data.id;
  });
  afterAll(() => server?.close());

  const strings = [PROBE.id, PROBE.account, PROBE.name, PROBE.dept];
  const leaks = (answer: unknown) => {
    // A link to a file is made for whoever reads it.
    const text = JSON.stringify(answer).replace(/&user=[^&]*/g, '');
    return [...strings, 'anon-'].filter((word) => text.includes(word));
  };

  it('is told by no call of the entity, to nobody', async () => {
    const model = (await server.metadata.snapshot(TENANT)).entities.get('nearMiss');
    const calls = (model?.operations ?? []).filter(({ method }) => method === 'GET');
    expect(calls.length).toBeGreaterThan(6);
    const fine = new Set<string>();
    for (const person of [...everybody, author]) {
      for (const { path } of calls) {
        const query = `id=${sealed}&ids=${sealed}&with=children&for=&keyword=`;
        const answer = await server.app.inject({
          method: 'GET',
          url: `${BASE}/${path}?${['page', 'list', 'count', 'select'].includes(path) ? '' : query}`,
          headers: { 'x-test-person': encodeURIComponent(JSON.stringify(person)) },
        });
        const said =
          answer.headers['content-type'] === 'application/pdf' ? await pdfPages(answer.rawPayload) : answer.body;
        expect({ path, found: leaks(said) }).toEqual({ path, found: [] });
        if (person === officer && answer.statusCode === 200) fine.add(path);
        if (person === officer && path === 'print') expect(JSON.stringify(said)).toContain('匿名');
      }
      for (const other of ['near-miss-talk/list?miss=', 'near-miss-talk/page?miss=', 'follow-up/page?x='])
        expect(
          leaks(
            await call(
              person,
              `GET /api/anlan-safety/${other.replace(/\?x=$/, '')}${other.endsWith('miss=') ? sealed : ''}`,
            ),
          ),
        ).toEqual([]);
      expect(leaks(await call(person, 'GET /api/anlan-system/audit-log/page?size=100'))).toEqual([]);
    }
    expect([...fine]).toEqual(
      expect.arrayContaining(['page', 'list', 'detail', 'count', 'history', 'print', 'select']),
    );
  });

  it('goes into no sheet', async () => {
    const { statusCode, rawPayload } = await server.app.inject({
      url: `${BASE}/export?page=nearMiss`,
      headers: { 'x-test-person': encodeURIComponent(JSON.stringify(officer)) },
    });
    expect(statusCode).toBe(200);
    const cells = JSON.stringify(cellsOf(await openedWorkbook(new Uint8Array(rawPayload))));
    expect(cells).toContain('匿名');
    expect(leaks(cells)).toEqual([]);
  });

  it('says 匿名 for its author, and names authors of open ones', async () => {
    const page = await call<WirePage<WireRecord>>(officer, `GET ${BASE}/page`);
    const rows = Object.fromEntries(page.data.records.map((row) => [row.id, row]));
    expect(rows[sealed]).toMatchObject({
      createUser: ANONYMOUS,
      createUserLabel: '匿名',
      reporter: ANONYMOUS,
      reporterLabel: '匿名',
      contact: null,
    });
    expect(rows[open]).toMatchObject({ createUser: 'u-else', createUserLabel: '同事', reporterLabel: '同事' });
    const history = await call<WirePage<{ userName: string }>>(officer, `GET ${BASE}/history?id=${sealed}`);
    const names = history.data.records.map(({ userName }) => userName);
    expect(names.filter((name) => name === '匿名').length).toBeGreaterThan(4);
    expect(names).not.toContain(PROBE.name);
  });

  it('stands nowhere in the database with its author, except where nobody reads it without the key', async () => {
    for (const word of strings) {
      const tables = await rowsHolding(server.database, TENANT, word);
      expect({ word, tables: tables.filter((name) => !['data."user"', 'data.dept'].includes(name)) }).toEqual({
        word,
        tables: [],
      });
    }
    expect(await rowsHolding(server.database, TENANT, sealed)).toEqual(
      expect.arrayContaining(['data."nearMiss"', 'data."auditLog"', 'platform."sealedAuthor"']),
    );
  });

  it.each([
    ['filtered by', `page?createUser=${PROBE.id}`],
    ['filtered by its department', `page?createDept=${PROBE.dept}`],
    ['filtered by a hidden field', `page?reporter=${PROBE.id}`],
    ['filtered by whether it is filled', 'page?match=reporter:filled'],
    ['sorted by', 'page?orderBy=createUser'],
    ['sorted by a hidden field', 'page?orderBy=-contact'],
    ['sorted by who changed it last', 'page?orderBy=updateUser'],
    ['grouped by', 'count?groupBy=reporter'],
    ['counted by', `count?reporter=${PROBE.id}`],
    ['exported by', `export?reporter=${PROBE.id}`],
  ])('cannot be %s its author', async (_, path) => {
    const answer = await call(director, `GET ${BASE}/${path}`);
    expect(answer.status).toBe(400);
    expect(leaks({ ...answer, errors: [] })).toEqual([]);
  });

  it('is still its author’s: listed, editable in its state, and told of', async () => {
    const mine = await call<WirePage<WireRecord>>(author, `GET ${BASE}/page`);
    expect(mine.data.records.map(({ id }) => id)).toEqual([sealed]);
    const others = await call<WirePage<WireRecord>>(colleague, `GET ${BASE}/page`);
    expect(others.data.records.map(({ id }) => id)).toEqual([open]);
    const { services, context } = server;
    const snapshot = await server.metadata.snapshot(TENANT);
    const [task] = await server.database.withTenant(TENANT, (db) =>
      db.query<{ id: string }>(`select id from platform."approvalTask" where "recordId" = $1 and status = 'open'`, [
        sealed,
      ]),
    );
    await completeTask(
      { services, context: context(officer), snapshot },
      { taskId: task?.id ?? '' },
      { result: 'pass', opinion: '同意' },
    );
    const inbox = await call<WirePage<WireRecord>>(author, 'GET /api/anlan-system/notice/page');
    expect(JSON.stringify(inbox.data.records)).toContain('受理已通过审批');
    expect((await call<number>(author, 'GET /api/anlan-system/notice/page?isRead=0')).status).toBe(200);
    expect((await call<WirePage<WireRecord>>(colleague, 'GET /api/anlan-system/notice/page')).data.records).toEqual([]);
    expect(await rowsHolding(server.database, TENANT, PROBE.id)).toEqual(['data."user"']);
  });

  it('stays what it was with its first save', async () => {
    const draft = (await post(author, 'save', { title: '一', isAnonymous: '1' })).data;
    const fault = { pointer: '/isAnonymous', msg: '是否匿名在首次保存时确定，不能再改变是否匿名' };
    expect((await post(author, 'save', { id: draft.id, version: 1, isAnonymous: '0' })).errors).toEqual([fault]);
    const named = (await post(colleague, 'save', { title: '二', isAnonymous: '0' })).data;
    expect((await post(colleague, 'save', { id: named.id, version: 1, isAnonymous: '1' })).errors).toEqual([fault]);
  });

  it('is opened by whom the file names, against a reason that stands in the log', async () => {
    const ask = (person: TestPerson, reason?: string, id = sealed) =>
      post<{ fields: readonly { title: string; text: string }[] }>(person, 'open-author', { id, reason });
    expect(await ask(officer, '想知道是谁')).toMatchObject({ status: 403 });
    expect((await ask(director)).errors).toMatchObject([{ pointer: '/reason' }]);
    expect(await ask(director, '核实情况', open)).toMatchObject({ status: 400, msg: '该未遂事件不是匿名的' });
    const opened = await ask(director, '涉嫌诬告，纪委来函');
    expect(opened.data.fields.map(({ title, text }) => [title, text])).toEqual([
      ['创建人', PROBE.name],
      ['创建部门', '特勤组'],
      ['上报人', PROBE.name],
      ['联系方式', PROBE.name],
    ]);
    const [entry] = await server.database.withTenant(TENANT, (db) =>
      db.query<{ userId: string; summary: string }>(
        `select "userId", summary from data."auditLog" where action = 'openAuthor' and "recordId" = $1`,
        [sealed],
      ),
    );
    expect(entry).toEqual({ userId: 'u-boss', summary: '涉嫌诬告，纪委来函' });
    expect(await rowsHolding(server.database, TENANT, PROBE.name)).toEqual(['data."user"']);
    const row = (await call<WirePage<WireRecord>>(director, `GET ${BASE}/page`)).data.records.find(
      ({ id }) => id === sealed,
    );
    expect(row?.abilities).toMatchObject({ openAuthor: true });
  });

  describe('under approval', () => {
    const approving = async (person: TestPerson) => ({
      services: server.services,
      context: server.context(person),
      snapshot: await server.metadata.snapshot(TENANT),
    });
    const openTask = async (id: string) => {
      const [task] = await server.database.withTenant(TENANT, (db) =>
        db.query<{ id: string; userId: string }>(
          `select id, "userId" from platform."approvalTask" where "recordId" = $1 and status = 'open'`,
          [id],
        ),
      );
      return task ?? { id: '', userId: '' };
    };
    const requested = async (by: TestPerson) => {
      const { id } = (await post(by, 'save', { title: '护栏缺失', isAnonymous: '1' })).data;
      expect(await post(by, 'submit', { id, version: 1 })).toMatchObject({ status: 200 });
      expect(await post(by, 'accept', { id })).toMatchObject({ status: 200 });
      return id;
    };
    const transfer = async (id: string, to: TestPerson) =>
      transferTask(await approving(officer), (await openTask(id)).id, to.userId ?? '', '出差在外');
    const vote = async (by: TestPerson, id: string) =>
      completeTask(await approving(by), { taskId: (await openTask(id)).id }, { result: 'pass' });
    const refusals = async (id: string) =>
      server.database.withTenant(TENANT, (db) =>
        db.query(`select 1 from data."auditLog" where "recordId" = $1 and action = 'approval:refused'`, [id]),
      );

    it('is handed to its author no sooner than to any other who sees nothing of it, in the same words', async () => {
      const id = await requested(author);
      const faultFor = (name: string) => ({ faults: [{ msg: `不能转办给${name}：看不到该记录` }] });
      await expect(transfer(id, colleague)).rejects.toMatchObject(faultFor('同事'));
      await expect(transfer(id, author)).rejects.toMatchObject(faultFor(PROBE.name));
    });

    it('is not decided by its author in the place of another, which nobody else hears', async () => {
      const id = await requested(director);
      await transfer(id, director);
      await expect(vote(director, id)).rejects.toMatchObject({
        message: expect.stringContaining('您是该申请的发起人，不能代他人审批，请转办'),
      });
      expect(await refusals(id)).toEqual([]);
    });

    it('is not decided by its author where votes are kept apart from who made it, nor left to a delegate who would hear why', async () => {
      const id = await requested(officer);
      await expect(vote(officer, id)).rejects.toMatchObject({
        message: expect.stringMatching(/^您既是发起人又是“.+”的审批人，请转办$/),
      });
      expect(await refusals(id)).toEqual([]);
      const period = { startTime: '2026-04-01 00:00:00', endTime: '2026-05-30 00:00:00', reason: undefined };
      await server.database.transaction(TENANT, (db) =>
        saveDelegation(server.context(officer), db, 'Asia/Shanghai', 'd-1', { ...period, delegateId: 'u-boss' }),
      );
      const other = await requested(officer);
      expect((await openTask(other)).userId).toBe('u-officer');
      expect((await openTask(await requested(author))).userId).toBe('u-boss');
      // Handing it on is still his.
      await transfer(other, director);
      expect(await vote(director, other)).toMatchObject({ status: 'granted' });
    });
  });
});
