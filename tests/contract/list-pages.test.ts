import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const ROWS = 10_060;

let server: TestServer;
let safety: SignedIn;

/** Names of a page of laws, with the total. */
async function page(query: string): Promise<{ names: unknown[]; total: number; capped: boolean }> {
  const url = `/api/anlan-safety/securitysystem/lawsregulations/list-conditions?page=law&size=3&${query}`;
  const answer = (await server.main.inject({ method: 'GET', url: encodeURI(url), headers: safety.headers })).json<
    Envelope<WirePage<WireRecord>>
  >();
  expect(answer.code, answer.msg).toBe(200);
  const { records, total, totalCapped } = answer.data;
  return { names: records.map(({ name }) => name), total, capped: totalCapped === true };
}

beforeAll(async () => {
  server = await startTestServer();
  safety = await server.signIn('safetyOfficer');
  await server.database.transaction('645967', (connection) =>
    connection.execute(
      `insert into data."lawRegulation" (id, "tenantId", name, "fileType", "issueDate")
       select 'l' || n, '645967', '第' || n || '号 Safety 规程' || case when n % 100 = 0 then '（试行）' else '' end,
         (n % 4)::text, date '2026-01-01' - n
       from generate_series(1, ${ROWS}) n`,
    ),
  );
  await server.database.withOwner((owner) => owner.query('analyze data."lawRegulation"'));
});
afterAll(() => server?.stop());

describe('a page of a list that is asked for a text', () => {
  it('is the newest rows where more match than are counted', async () => {
    const first = await page('keyword=规程');
    expect(first).toEqual({
      names: [1, 2, 3].map((place) => `第${place}号 Safety 规程`),
      total: 10_000,
      capped: true,
    });
    expect((await page('keyword=规程&current=2')).names[0]).toBe('第4号 Safety 规程');
    expect((await page('keyword=规程&exact=true')).total).toBe(ROWS);
  });

  it('is found and put in order where fewer do, whatever the case of the letters', async () => {
    const tried = await page('keyword=（试行）');
    expect(tried).toEqual({
      names: [100, 200, 300].map((place) => `第${place}号 Safety 规程（试行）`),
      total: 100,
      capped: false,
    });
    expect((await page('keyword=99号 SAFETY')).total).toBe(100);
    expect((await page('name=（试行）&fileType=0&current=34')).names).toEqual(['第10000号 Safety 规程（试行）']);
  });

  it('says how many there are behind the last page, and that there are none', async () => {
    expect(await page('keyword=（试行）&current=50')).toEqual({ names: [], total: 100, capped: false });
    expect(await page('keyword=没有这样的规程')).toEqual({ names: [], total: 0, capped: false });
  });
});
