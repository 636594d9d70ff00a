import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { DesignChange, DesignDraft } from '../../src/core/wire/design.ts';
import { hasEnded, type LongJob, type StartedJob } from '../../src/core/wire/long-job.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const LAW = '/api/anlan-safety/securitysystem/lawsregulations';
const SYSTEM = '/api/anlan-system';

let server: TestServer;
let officer: SignedIn;
let administrator: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
  administrator = await server.signIn('administrator');
}, patient(120_000));
afterAll(() => server?.stop());

interface Answer<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

async function call<T>(who: SignedIn, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer<T>> {
  const body = payload === undefined ? {} : { payload };
  return (await server.main.inject({ method, url, headers: who.headers, ...body })).json<Answer<T>>();
}

async function ended(who: SignedIn, id: string): Promise<LongJob> {
  for (let waited = 0; waited < patient(50_000); waited += 50) {
    const { data } = await call<LongJob>(who, 'GET', `${SYSTEM}/long-job/detail?id=${id}`);
    if (hasEnded(data)) return data;
    await sleep(50);
  }
  throw new Error('the job did not end');
}

async function noticeOf(who: SignedIn, id: string): Promise<WireRecord | undefined> {
  const { data } = await call<WirePage<WireRecord>>(who, 'GET', `${SYSTEM}/notice/page?page=notice&size=50`);
  return data.records.find(({ recordId }) => recordId === id);
}

describe('printing in batches', () => {
  const store = async (name: string): Promise<string> => {
    const json = { docNo: `${name}号`, fileType: '4', issueDept: '某部', issueDate: '2025-01-01' };
    const law = await call<WireRecord>(officer, 'POST', `${LAW}/submit`, {
      ...json,
      name,
      effectiveDate: '2025-03-01',
    });
    expect([law.code, law.msg]).toEqual([200, expect.any(String)]);
    return law.data.id;
  };

  it('goes on in the background, and its person alone fetches the file from the notice', async () => {
    const ids: string[] = [];
    for (const index of [1, 2, 3, 4, 5, 6]) ids.push(await store(`成批打印${index}`));
    const few = await server.main.inject({
      url: `${LAW}/print?page=law&background=true&ids=${ids.slice(0, 2).join(',')}`,
      headers: officer.headers,
    });
    expect(few.headers['content-type']).toContain('application/pdf');

    const begun = await call<StartedJob>(officer, 'GET', `${LAW}/print?page=law&background=true&ids=${ids.join(',')}`);
    expect(begun.data.job).toMatchObject({ kind: 'print', title: '法律法规', total: 6 });
    const job = await ended(officer, begun.data.job.id);
    expect(job).toMatchObject({ state: 'done', done: 6, message: '共6条，文件可在24小时内下载' });
    expect(job.file?.name).toMatch(/成批打印1.*等6份\.pdf$/);
    expect(await noticeOf(officer, job.id)).toMatchObject({ title: '法律法规：打印已完成', entityKey: 'longJob' });
    const fetched = (who: SignedIn) =>
      server.main.inject({
        url: `/api/anlan-safety/fileserver/downLoadFileById?id=${job.file?.attachId}`,
        headers: who.headers,
      });
    expect((await fetched(officer)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await fetched(administrator)).statusCode).toBe(404);
    expect((await call(administrator, 'GET', `${SYSTEM}/long-job/detail?id=${job.id}`)).code).toBe(404);
  });

  it('of records that are not there fails with what is said at once, and too many are refused before', async () => {
    const lost = ['1', '2', '3', '4', '5', '6'].map((last) => `190000000000000000${last}`);
    const begun = await call<StartedJob>(officer, 'GET', `${LAW}/print?page=law&background=true&ids=${lost.join(',')}`);
    const job = await ended(officer, begun.data.job.id);
    expect(job).toMatchObject({ state: 'failed', message: expect.stringContaining('不存在') });
    expect(job.file).toBeUndefined();
    expect(await noticeOf(officer, job.id)).toMatchObject({ title: '法律法规：打印未完成' });
    const many = Array.from({ length: 31 }, (_, index) => `1900000000000000${index + 100}`);
    const refused = await call(officer, 'GET', `${LAW}/print?page=law&background=true&ids=${many.join(',')}`);
    expect([refused.code, refused.msg]).toEqual([400, expect.stringContaining('30')]);
  });
});

describe('publishing in the background', () => {
  const at = ['record', 'properties', 'docNo'];
  const step = (id: string, base: string, value: string) => ({
    ...{ step: 'do', id, entity: 'lawRegulation' },
    edits: [{ edit: 'set', at, property: 'title', base, value }],
  });
  const take = async (taken: object) => {
    const { data } = await call<DesignDraft>(administrator, 'GET', `${SYSTEM}/design/draft`);
    const known = { draft: data.id ?? '', after: data.seq };
    expect((await call(administrator, 'POST', `${SYSTEM}/design/step`, { ...known, step: taken })).code).toBe(200);
  };
  const publish = (fields: object) =>
    call<StartedJob>(administrator, 'POST', `${SYSTEM}/design/publish`, { background: 'true', after: 1, ...fields });

  it('is one change that serves, under the id of its job, with a notice that opens what was designed', async () => {
    await take(step('step-long-1', '文号/标准号', '文号'));
    const begun = await publish({ title: '后台发布', opens: 'law' });
    expect(begun.data.job).toMatchObject({ kind: 'publish', title: '后台发布', opens: 'law' });
    const job = await ended(administrator, begun.data.job.id);
    expect(job).toMatchObject({ state: 'done', message: '已发布，立即生效', opens: 'law' });
    const changes = await call<readonly DesignChange[]>(administrator, 'GET', `${SYSTEM}/design/history`);
    expect(changes.data[0]).toMatchObject({ id: job.id, title: '后台发布' });
    expect(await noticeOf(administrator, job.id)).toMatchObject({ title: '后台发布：发布已完成' });
  });

  it('that is refused says what is wrong, place by place, and leaves the draft', async () => {
    await take({
      ...{ step: 'do', id: 'step-long-2', entity: 'lawRegulation' },
      edits: [
        { edit: 'set', at: ['record', 'properties', 'replaces'], property: 'required', base: false, value: true },
      ],
    });
    const job = await ended(administrator, (await publish({ title: '没有选择' })).data.job.id);
    expect(job.state).toBe('failed');
    expect(job.faults?.[0]?.pointer).toMatch(/^\/choices\//);
    expect(await noticeOf(administrator, job.id)).toMatchObject({ title: '没有选择：发布未完成' });
    expect((await call<DesignDraft>(administrator, 'GET', `${SYSTEM}/design/draft`)).data.id).not.toBeNull();
  });

  it('is nothing for whoever designs nothing', async () => {
    const refused = await call(officer, 'POST', `${SYSTEM}/design/publish`, {
      ...{ background: 'true', after: 1, title: '无权' },
    });
    expect(refused.code).toBe(403);
  });
});
