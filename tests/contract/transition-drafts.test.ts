import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepDrafts } from '../../server/records/write/drafts/transition-drafts.ts';
import type { Envelope, WireRecord } from '../../src/core/wire/contract.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const DAY = 86_400_000;
const TENANT = '645967';
const content = { record: { values: { stepOpinion: '写到一半' }, labels: {}, touched: ['stepOpinion'] }, copies: [] };

interface Draft {
  readonly content: unknown;
  readonly savedAt: string;
}

describe('drafts of the forms of transitions', () => {
  let server: TestServer;
  let safety: SignedIn;
  let employee: SignedIn;
  let stranger: SignedIn;
  let danger: WireRecord;

  async function call<T>(person: SignedIn, method: 'GET' | 'POST', path: string, given: Record<string, unknown>) {
    const get = method === 'GET';
    const search = get ? `?${new URLSearchParams(given as Record<string, string>)}` : '';
    const response = await server.main.inject({
      method,
      url: `/api/anlan-${path}${search}`,
      headers: person.headers,
      ...(get ? {} : { payload: given }),
    });
    const { data, msg } = response.json<Envelope<T>>();
    return { status: response.statusCode, data, msg };
  }
  const of = (id: string = danger.id, transition = 'reject') => ({ entity: 'peril', id, transition });
  const read = (person: SignedIn, where = of()) => call<Draft | null>(person, 'GET', 'system/flow/draft', where);
  const keep = (person: SignedIn, what: unknown = content, where = of()) =>
    call<{ savedAt: string }>(person, 'POST', 'system/flow/draft-save', { ...where, content: what });
  const stored = (tenantId = TENANT) =>
    server.database.withTenant(tenantId, (connection) =>
      connection.query<{ userId: string }>('select "userId" from platform."transitionDraft"'),
    );

  /** A danger that waits for assessment, registered by the employee. */
  async function assessing(): Promise<WireRecord> {
    const saved = await call<WireRecord>(employee, 'POST', 'safety/peril/save', { perilName: '护栏松动' });
    expect(saved.status, saved.msg).toBe(200);
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data.peril set status = 'assessing' where id = $1`, [saved.data.id]),
    );
    return saved.data;
  }

  beforeAll(async () => {
    server = await startTestServer();
    safety = await server.signIn('safetyOfficer');
    employee = await server.signIn('employee');
    stranger = await server.signIn('safetyOfficer', '645968');
    danger = await assessing();
  });
  afterAll(() => server?.stop());

  it('are kept for one person, record and transition, and found again in another session', async () => {
    expect((await read(safety)).data).toBeNull();
    expect((await keep(safety, { copies: [] })).status).toBe(200);
    const { status, data } = await keep(safety);
    expect([status, data.savedAt]).toEqual([200, expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)]);
    expect((await read(await server.signIn('safetyOfficer'))).data).toEqual({ content, savedAt: data.savedAt });
    expect((await read(safety, of(danger.id, 'cancel'))).data).toBeNull();
    expect((await call(safety, 'POST', 'system/flow/draft-remove', of())).status).toBe(200);
    expect((await read(safety)).data).toBeNull();
  });

  it('are refused for records out of sight, transitions that are not theirs, and what there is not', async () => {
    const statuses = async (person: SignedIn, where = of()) => [
      (await read(person, where)).status,
      (await keep(person, content, where)).status,
    ];
    expect(await statuses(stranger)).toEqual([404, 404]);
    expect(await statuses(safety, of('1234567890123456789'))).toEqual([404, 404]);
    expect(await statuses(employee)).toEqual([403, 403]);
    expect((await keep(employee)).msg).toBe('您没有“退回隐患”的权限');
    expect(await statuses(safety, of(danger.id, 'accept'))).toEqual([403, 403]);
    expect(await statuses(safety, of(danger.id, 'toString'))).toEqual([404, 404]);
    expect(await statuses(safety, { ...of(), entity: 'nothing' })).toEqual([404, 404]);
    expect(await stored()).toEqual([]);
  });

  it('are no larger than 64 KB, and objects', async () => {
    expect(await keep(safety, { text: '字'.repeat(22_000) })).toMatchObject({ status: 400, msg: '草稿太大，最多64KB' });
    for (const wrong of ['text', 7, null, ['list']]) {
      expect(await keep(safety, wrong)).toMatchObject({ status: 400, msg: '草稿的内容不正确' });
    }
    expect(await stored()).toEqual([]);
  });

  it('go when their transition is fired, those of others stay', async () => {
    const other = await assessing();
    await keep(safety, content, of(other.id));
    await keep(safety, content, of(other.id, 'cancel'));
    const refused = await call(safety, 'POST', 'safety/peril/reject', { id: other.id });
    expect(refused.status).toBe(400);
    expect(await stored()).toHaveLength(2);
    const fired = await call(safety, 'POST', 'safety/peril/reject', { id: other.id, stepOpinion: '资料不全' });
    expect(fired.status, fired.msg).toBe(200);
    expect(await stored()).toHaveLength(1);
    // What is left cannot be read in the state that the record has now, yet may be thrown away.
    expect((await read(safety, of(other.id, 'cancel'))).status).toBe(403);
    expect((await call(safety, 'POST', 'system/flow/draft-remove', of(other.id, 'cancel'))).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('are seen by their tenant alone, also in the database', async () => {
    await keep(safety);
    expect(await stored('645968')).toEqual([]);
    await expect(
      server.database.transaction('645968', (connection) =>
        connection.execute(
          `insert into platform."transitionDraft" values ('${TENANT}', 'u', 'peril', '1', 'reject', '{}', now())`,
          [],
        ),
      ),
    ).rejects.toThrow(/row-level security/);
    await server.database.transaction('645968', (connection) =>
      connection.execute('delete from platform."transitionDraft"', []),
    );
    expect(await stored()).toHaveLength(1);
  });

  it('are swept when nobody touched them for 30 days', async () => {
    await keep(safety);
    expect(await sweepDrafts(server.database, new Date(server.now().getTime() + 29 * DAY))).toBe(0);
    expect(await sweepDrafts(server.database, new Date(server.now().getTime() + 31 * DAY))).toBe(1);
    expect((await read(safety)).data).toBeNull();
  });
});
