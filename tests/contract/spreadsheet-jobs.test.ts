import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKGROUND_ROWS, READING_THREAD } from '../../server/reports/spreadsheet/limits.ts';
import { readWorkbook } from '../../server/reports/spreadsheet/read-workbook.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { hasEnded, type LongJob, type StartedJob } from '../../src/core/wire/long-job.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { type Cells, cellsOf, openedWorkbook, sheetBody, workbookOf } from '../fixtures/workbook.ts';

const LAW = '/api/anlan-safety/securitysystem/lawsregulations';
const SYSTEM = '/api/anlan-system';
const HEAD = ['文件名称', '文号/标准号', '文件类型', '颁布机关', '颁布日期', '施行日期'];
const MANY = BACKGROUND_ROWS.import + 100;

let server: TestServer;
let officer: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
}, patient(120_000));
afterAll(() => server?.stop());

interface Answer<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

const rowsOf = (name: string, count: number, bad: (index: number) => boolean = () => false): Cells => [
  HEAD,
  ...Array.from({ length: count }, (_, index) => [
    `${name}${index}`,
    `${name}字${index}号`,
    '法律',
    '某部',
    '2024-01-02',
    bad(index) ? '某日' : '2024-03-01',
  ]),
];

async function send(file: Uint8Array, fields: Record<string, string>, key?: string, who = officer) {
  const body = sheetBody(file, fields);
  const response = await server.main.inject({
    method: 'POST',
    url: `${LAW}/import?page=law`,
    payload: body.payload,
    headers: { ...who.headers, ...body.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });
  return response.json<Answer<ImportAnswer & StartedJob>>();
}

async function began(cells: Cells | Buffer, mode: string, key?: string): Promise<LongJob> {
  const file = Buffer.isBuffer(cells) ? cells : await workbookOf(cells);
  const answer = await send(file, { mode, background: 'true' }, key);
  expect([answer.code, answer.msg, answer.data?.job?.kind]).toEqual([200, expect.any(String), 'import']);
  return answer.data.job;
}

async function get<T>(path: string, who = officer): Promise<Answer<T>> {
  return (await server.main.inject({ url: path, headers: who.headers })).json<Answer<T>>();
}

const detail = async (id: string) => (await get<LongJob>(`${SYSTEM}/long-job/detail?id=${id}`)).data;

async function until(id: string, holds: (job: LongJob) => boolean): Promise<LongJob> {
  for (let waited = 0; waited < 50_000; waited += 25) {
    const job = await detail(id);
    if (holds(job)) return job;
    if (hasEnded(job)) throw new Error(`ended as ${job.state}: ${job.message}`);
    await sleep(25);
  }
  throw new Error('the job did not come so far');
}

const ended = (id: string) => until(id, hasEnded);

async function cancel(id: string): Promise<boolean> {
  const response = await server.main.inject({
    method: 'POST',
    url: `${SYSTEM}/long-job/cancel?id=${id}`,
    headers: officer.headers,
  });
  return response.json<Answer<boolean>>().data;
}

async function countOf(name: string): Promise<number> {
  const answer = await get<WirePage<WireRecord>>(`${LAW}/list-conditions?size=1&exact=true&name=${name}`);
  return answer.data.total;
}

async function notices(language = 'zh-CN'): Promise<readonly WireRecord[]> {
  const who = { ...officer, headers: { ...officer.headers, 'accept-language': language } };
  return (await get<WirePage<WireRecord>>(`${SYSTEM}/notice/page?page=notice&size=50`, who)).data.records;
}

async function fetched(attachId: string, who = officer) {
  return server.main.inject({
    url: `/api/anlan-safety/fileserver/downLoadFileById?id=${attachId}`,
    headers: who.headers,
  });
}

describe('an import of many rows', () => {
  it('goes on in the background, says how far it is, and leaves a notice with what came of it', async () => {
    const job = await began(rowsOf('长法', MANY), 'all');
    expect(job).toMatchObject({ state: 'waiting', mode: 'all', title: '法律法规', total: MANY, done: 0 });
    const under = await until(job.id, ({ done }) => done > 0);
    expect(under.done).toBeLessThanOrEqual(MANY);
    // All rows or none: nobody sees one before the last.
    if (!hasEnded(under)) expect(await countOf('长法')).toBe(0);
    const done = await ended(job.id);
    expect(done).toMatchObject({ state: 'done', message: `已新增${MANY}条，更新0条，0条没有变化，0行未导入` });
    expect(done.answer).toMatchObject({ inserted: MANY, stored: true, failed: 0 });
    expect(await countOf('长法')).toBe(MANY);
    const [notice] = await notices();
    expect(notice).toMatchObject({
      title: '法律法规：导入已完成',
      entityKey: 'longJob',
      recordId: job.id,
      kind: 'result',
    });
    expect((await get<LongJob[]>(`${SYSTEM}/long-job/list`)).data.map(({ id }) => id)).toContain(job.id);
  });

  it('hands back the rows that were left out, which can be mended there and imported again', async () => {
    const job = await began(
      rowsOf('混法', MANY, (index) => index < 3),
      'valid',
    );
    const done = await ended(job.id);
    expect(done).toMatchObject({ state: 'done', answer: { inserted: MANY - 3, failed: 3, stored: true } });
    expect(done.file?.name).toMatch(/^法律法规-导入问题-\d{8}\.xlsx$/);
    const response = await fetched(done.file?.attachId ?? '');
    const cells = cellsOf(await openedWorkbook(new Uint8Array(response.rawPayload)));
    expect(cells[0]).toEqual([...HEAD, '导入问题']);
    expect(cells.slice(1).map(([name]) => name)).toEqual(['混法0', '混法1', '混法2']);
    expect(String(cells[1]?.[6])).toContain('施行日期');
    const mended = cells.map((row, index) => (index === 0 ? row : [...row.slice(0, 5), '2024-03-01', row[6]]));
    const again = await send(await workbookOf(mended as Cells), { mode: 'all' });
    expect(again.data).toMatchObject({ inserted: 3, stored: true });
    expect(await countOf('混法')).toBe(MANY);
  });

  it('that is stopped leaves nothing of all or none, and says how many valid rows were stored', async () => {
    const all = await began(rowsOf('停法', 3000), 'all');
    await until(all.id, ({ done }) => done > 20);
    expect(await cancel(all.id)).toBe(true);
    expect(await ended(all.id)).toMatchObject({ state: 'cancelled', message: '已取消，没有导入任何行' });
    expect(await countOf('停法')).toBe(0);
    expect(await cancel(all.id)).toBe(false);

    const valid = await began(rowsOf('半法', 3000), 'valid');
    await until(valid.id, ({ done }) => done > 100);
    expect(await cancel(valid.id)).toBe(true);
    const { state, message } = await ended(valid.id);
    const kept = await countOf('半法');
    expect([state, message]).toEqual(['cancelled', `已取消，此前已新增${kept}条、更新0条并保留，其余没有导入`]);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(3000);
  });

  it('shows of a preview how far it is, stores nothing, and may be stopped', async () => {
    const job = await began(
      rowsOf('预法', MANY, (index) => index === 7),
      'preview',
    );
    const done = await ended(job.id);
    expect(done).toMatchObject({ state: 'done', answer: { valid: MANY - 1, failed: 1, stored: false } });
    expect(done.answer?.preview?.rows[0]?.row).toBe(9);
    expect(done.answer?.report?.name).toContain('导入问题');
    // Long enough to be met on its way on a fast machine too.
    const stopped = await began(rowsOf('预法', 6000), 'preview');
    const met = await until(stopped.id, ({ done: checked }) => checked > 0);
    expect([met.done < 6000, met.total]).toEqual([true, 6000]);
    await cancel(stopped.id);
    expect(await ended(stopped.id)).toMatchObject({ state: 'cancelled', message: '已取消' });
    expect(await countOf('预法')).toBe(0);
    const listed = await get<LongJob[]>(`${SYSTEM}/long-job/list`);
    expect(listed.data.map(({ id }) => id)).not.toContain(job.id);
  });

  it('waits where too many read files, instead of failing', async () => {
    const content = Buffer.from(await workbookOf(rowsOf('满法', 200)));
    const job = await began(rowsOf('等法', MANY), 'all');
    let reading = true;
    let sentAway = 0;
    const readers = Array.from({ length: READING_THREAD.waiting + 10 }, async () => {
      while (reading) {
        await readWorkbook({ content, name: '满.xlsx' }).catch(() => {
          sentAway += 1;
          return sleep(1);
        });
      }
    });
    const done = await ended(job.id).finally(() => {
      reading = false;
    });
    await Promise.all(readers);
    expect(sentAway).toBeGreaterThan(0);
    expect(done).toMatchObject({ state: 'done', answer: { inserted: MANY } });
  });

  it('is refused at once where the file as a whole is wrong', async () => {
    const wrong = rowsOf('错法', MANY).map((row, index) => (index === 0 ? ['名称', ...row.slice(1)] : row));
    const answer = await send(await workbookOf(wrong), { mode: 'all', background: 'true' });
    expect([answer.code, answer.msg]).toEqual([400, expect.stringContaining('没有名为“名称”的字段')]);
  });
});

describe('an import that is sent twice under one key', () => {
  it('is done once, few rows or many', async () => {
    const few = await workbookOf(rowsOf('两次', 3));
    const first = await send(few, { mode: 'valid' }, 'key-few');
    const second = await send(few, { mode: 'valid' }, 'key-few');
    expect(first.data).toMatchObject({ inserted: 3, stored: true });
    expect(second.data).toEqual(first.data);
    expect(await countOf('两次')).toBe(3);
    const other = await send(await workbookOf(rowsOf('别的', 3)), { mode: 'valid' }, 'key-few');
    expect([other.code, other.msg]).toEqual([400, '提交编号已用于另一次提交，请刷新后再试']);

    const many = await workbookOf(rowsOf('多次', MANY));
    const [one, two] = await Promise.all([began(many, 'all', 'key-many'), began(many, 'all', 'key-many')]);
    expect(two.id).toBe(one.id);
    await ended(one.id);
    const answer = await send(many, { mode: 'all', background: 'true' }, 'key-many');
    expect(answer.data).toMatchObject({ inserted: MANY });
    expect(await countOf('多次')).toBe(MANY);
  });

  it('may be sent again where nothing came of it', async () => {
    const bad = await workbookOf(rowsOf('再来', 3, (index) => index === 1));
    for (const _ of [1, 2]) {
      const answer = await send(bad, { mode: 'all' }, 'key-bad');
      expect(answer.data).toMatchObject({ stored: false, failed: 1, inserted: 0 });
    }
    const mended = await send(await workbookOf(rowsOf('再来', 3)), { mode: 'all' }, 'key-bad');
    expect(mended.data).toMatchObject({ inserted: 3, stored: true });
  });
});

describe('an export of many rows', () => {
  it('is made in the background; only its person may fetch the file, for a day', async () => {
    await server.database.transaction('645967', (connection) =>
      connection.execute(
        `insert into data."lawRegulation" (id, "tenantId", version, status, name, "docNo", "createTime", "isDeleted")
         select 'x' || n, '645967', 1, 'draft', '出法' || n, '出字' || n, now(), 0 from generate_series(1, $1::int) n`,
        [BACKGROUND_ROWS.export + 1],
      ),
    );
    const asked = await get<StartedJob>(
      `${LAW}/export?page=law&background=true&name=${encodeURIComponent('出法')}&columns=name`,
    );
    expect(asked.data.job).toMatchObject({ kind: 'export', title: '法律法规', total: BACKGROUND_ROWS.export + 1 });
    const done = await ended(asked.data.job.id);
    expect(done).toMatchObject({ state: 'done', message: `共${BACKGROUND_ROWS.export + 1}条，文件可在24小时内下载` });
    const { attachId = '', name } = done.file ?? {};
    expect(name).toMatch(/^法律法规-\d{8}\.xlsx$/);
    const cells = cellsOf(await openedWorkbook(new Uint8Array((await fetched(attachId)).rawPayload)));
    expect([cells.length, cells[0]]).toEqual([BACKGROUND_ROWS.export + 2, ['文件名称']]);
    const [notice] = await notices();
    expect(notice).toMatchObject({ title: '法律法规：导出已完成', recordId: done.id });
    for (const language of ['en-US', 'pt-BR']) {
      const [told] = await notices(language);
      expect(`${told?.title} ${told?.text}`).not.toMatch(/\p{Script=Han}/u);
    }
    const other = await server.signIn('second');
    expect((await fetched(attachId, other)).statusCode).toBe(404);
    expect((await get<LongJob>(`${SYSTEM}/long-job/detail?id=${done.id}`, other)).code).toBe(404);
    server.advance(25 * 3_600_000);
    officer = await server.signIn('safetyOfficer');
    const old = await detail(done.id);
    expect([old.file, old.expired]).toEqual([undefined, true]);
    // Few rows come at once, as a file.
    const few = await server.main.inject({
      url: `${LAW}/export?background=true&name=${encodeURIComponent('两次')}`,
      headers: officer.headers,
    });
    expect(few.headers['content-type']).toContain('spreadsheetml');
  });
});
