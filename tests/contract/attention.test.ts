import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionOf } from '../../src/core/model/attention.ts';
import type { TaskEntry } from '../../src/core/wire/approval.ts';
import type { AttentionAnswer, AttentionList } from '../../src/core/wire/attention.ts';
import type { WirePage } from '../../src/core/wire/contract.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

async function get<T>(person: SignedIn, path: string, query: Record<string, string> = {}): Promise<T> {
  const response = await server.main.inject({ url: `/api/anlan-${path}`, query, headers: person.headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data as T;
}

const attention = (person: SignedIn) => get<AttentionList>(person, 'system/attention');

/** A danger that is open past its deadline, or a draft, of the person who is named. */
async function plant(row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = ['tenantId', ...Object.keys(row)].map((key) => `"${key}"`).join(', ');
  const places = Object.keys(row).map((_, index) => `$${index + 2}`);
  await server.database.withTenant('645967', (connection) =>
    connection.execute(`insert into data.peril (${columns}) values ($1, ${places.join(', ')})`, [
      '645967',
      ...Object.values(row),
    ]),
  );
}

describe('attention', () => {
  it('gives what waits for a person and what is wrong in what he may see, the nearest deadline first', async () => {
    const officer = await server.signIn('safetyOfficer');
    const employee = await server.signIn('employee');
    const { userId } = await get<{ userId: string }>(officer, 'system/info');
    const base = {
      version: 1,
      isDeleted: 0,
      level: '0',
      createUser: 'x',
      acceptUserId: 'x',
      createTime: new Date(),
      updateTime: new Date(),
    };
    await plant({
      ...base,
      id: '9100000000000000001',
      perilName: '甲',
      status: 'rectifying',
      dutyUserId: userId,
      abarbeitungDeadline: '2001-02-02T00:00:00Z',
    });
    await plant({
      ...base,
      id: '9100000000000000002',
      perilName: '乙',
      status: 'rectifying',
      dutyUserId: userId,
      abarbeitungDeadline: '2001-02-01T00:00:00Z',
    });
    await plant({ ...base, id: '9100000000000000003', perilName: '丙', status: 'draft', createUser: userId });
    await plant({
      ...base,
      id: '9100000000000000004',
      perilName: '丁',
      status: 'rectifying',
      dutyUserId: 'x',
      abarbeitungDeadline: '2999-02-01T00:00:00Z',
    });

    const { found, failed } = await attention(officer);
    expect(failed).toEqual([]);
    const of = (kind: string) => found.filter((answer) => answer.entity === 'peril' && answer.kind === kind);
    expect(of('wrong')).toMatchObject([{ title: '超期未销号', total: 2, entityTitle: '隐患' }]);
    expect(of('wrong')[0]?.records.map(({ label, due }) => [label, due])).toEqual([
      ['乙 一般隐患', '2001-02-01 08:00:00'],
      ['甲 一般隐患', '2001-02-02 08:00:00'],
    ]);
    // What a record waits for stands among the tasks, and nowhere twice.
    expect(of('mine')).toEqual([]);
    // As after a start over rows that no save has written.
    await server.database.transaction('645967', (db) => db.execute('delete from platform."stepPlan"'));
    await server.recountTurns();
    const todo = await get<WirePage<TaskEntry>>(officer, 'system/flow/todo', { entity: 'peril' });
    expect(todo.records.map(({ line, deadline }) => [line, deadline])).toEqual([
      [expect.stringContaining('乙'), '2001-02-01 08:00:00'],
      [expect.stringContaining('甲'), '2001-02-02 08:00:00'],
    ]);
    expect(of('draft')).toMatchObject([{ title: '', total: 1, records: [{ label: '丙 一般隐患', due: null }] }]);
    // Of what names him and what he may not see, others hear nothing.
    const others = (await attention(employee)).found.filter(({ entity }) => entity === 'peril');
    expect(others.map(({ kind }) => kind)).toEqual([]);
  });

  it('says of each number the same as the list to which it leads, for each role', async () => {
    const { entities } = await server.metadata.snapshot('645967');
    for (const role of [
      'safetyOfficer',
      'administrator',
      'workshopDirector',
      'employee',
      'contractorAdmin',
      'nobody',
    ]) {
      const person = await server.signIn(role).catch(() => undefined);
      if (person === undefined) continue;
      const { found, failed } = await attention(person);
      expect(failed, role).toEqual([]);
      for (const answer of found) {
        const model = entities.get(answer.entity);
        const list = model?.operations.find(({ kind }) => kind === 'page' || kind === 'list');
        const { total } = await get<AttentionAnswer>(person, `${model?.service}/${model?.base}/${list?.path}`, {
          page: answer.page,
          figure: answer.figure,
          current: '1',
        });
        expect(total, `${role} ${answer.entity} ${answer.figure}`).toBe(answer.total);
      }
    }
  });

  it('compiles every marked measure of what is shipped, so that none fails when it is first asked', async () => {
    const { entities } = await server.metadata.snapshot('645967');
    const marked = [...entities.values()].flatMap((model) => attentionOf(model.source).map(({ kind }) => kind));
    expect(marked.filter((kind) => kind === 'wrong').length).toBeGreaterThan(10);
    expect(marked.filter((kind) => kind === 'mine').length).toBeGreaterThan(0);
    expect(marked.filter((kind) => kind === 'near').length).toBeGreaterThan(2);
    // An administrator sees every page, so that each was read above; here those of 000000 too.
    const top = await server.signIn('administrator', '000000');
    expect((await attention(top)).failed).toEqual([]);
  });

  it('names no block or measure that attention does not have', async () => {
    const officer = await server.signIn('safetyOfficer');
    for (const figure of [
      'attention.total',
      'attention.nothing',
      'attention.overdueOpen=1',
      'dangerList:attention.ownDrafts',
    ]) {
      const response = await server.main.inject({
        url: '/api/anlan-safety/peril/page',
        query: { figure },
        headers: officer.headers,
      });
      expect(response.json().code, figure).toBe(400);
    }
  });
});

it('names pages that the person may open as those that his role uses', async () => {
  const officer = await server.signIn('safetyOfficer');
  const pages = await get<string[]>(officer, 'system/usual-pages');
  expect(pages.length).toBeGreaterThan(3);
  const { pages: all } = await server.metadata.snapshot('645967');
  for (const code of pages) expect(all.has(code), code).toBe(true);
  const nobody = await server.signIn('employee');
  for (const code of await get<string[]>(nobody, 'system/usual-pages')) expect(code).not.toBe('user');
});
