import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

/** Rows that belong to several persons and departments, some to nobody here, some removed. */
const ROWS = 700;
/** Rows of one person: more than are counted. */
const MANY = 10_030;
const PERSON = '645967-employee';
const LEADER = '645967-teamLeader';
const TEAM = '645967-team';

let server: TestServer;
const signedIn = new Map<string, SignedIn>();

const PERSONS = ['createUser', 'applyUserId', 'chargerId', 'brieferId', 'shiftLeaderId', 'commanderId'];
const LISTS = ['guardianIds', 'personIds', 'confirmerIds'];
const PLACES = ['applyDeptId', 'territoryDeptId', 'createDept'];

/** Whose rows somebody sees, said plainly. */
const isOf = (user: string) =>
  [
    ...PERSONS.map((name) => `"${name}" = '${user}'`),
    ...LISTS.map((name) => `'${user}' = any("${name}")`),
    `id in (select "recordId" from platform."approvalCopy" where "userId" = '${user}')`,
  ].join(' or ');
const SEEN: Readonly<Record<string, string>> = {
  employee: isOf(PERSON),
  teamLeader: `${isOf(LEADER)} or ${PLACES.map((name) => `"${name}" = '${TEAM}'`).join(' or ')}`,
  safetyOfficer: 'true',
};

/** What is asked of the list, and the same of the table. */
const FORMS: readonly (readonly [query: string, where: string])[] = [
  ['', 'true'],
  ['status=closed', `status = 'closed'`],
  ['status=closed,working', `status in ('closed', 'working')`],
  ['type=hot', `type = 'hot'`],
  ['type=hot&status=working', `type = 'hot' and status = 'working'`],
  [
    'startPlanStartTime=2026-03-01 00:00:00&endPlanStartTime=2026-03-10 12:00:00',
    `"planStartTime" <= '2026-03-10 12:00:00+08' and "planEndTime" >= '2026-03-01 00:00:00+08'`,
  ],
  ['keyword=第7装置', `location like '%第7装置%'`],
  ['keyword=第7装置&type=hot', `location like '%第7装置%' and type = 'hot'`],
  ['ticketNo=-005', `"ticketNo" like '%-005%'`],
  [`applyDeptId=${TEAM}`, `"applyDeptId" = '${TEAM}'`],
];

async function list(account: string, query: string) {
  const url = `/api/anlan-workticket/ticket/page?page=ticketList&size=200&${query}`;
  const headers = signedIn.get(account)?.headers ?? {};
  const answer = (await server.main.inject({ method: 'GET', url: encodeURI(url), headers })).json<
    Envelope<WirePage<WireRecord>>
  >();
  expect(answer.code, `${account} ${query}: ${answer.msg}`).toBe(200);
  return answer.data;
}

async function listAll(account: string, query: string) {
  const first = await list(account, query);
  const ids = first.records.map(({ id }) => id);
  for (let current = 2; current <= first.pages; current += 1)
    ids.push(...(await list(account, `${query}&current=${current}`)).records.map(({ id }) => id));
  return { total: first.total, ids };
}

async function expected(account: string, where: string): Promise<string[]> {
  const rows = await server.database.withTenant('645967', (connection) =>
    connection.query<{ id: string }>(
      `select id from data."workTicket" where "isDeleted" = 0 and (${SEEN[account]}) and ${where}
       order by "planStartTime" desc nulls last, id desc`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** A value of its own for some rows: a person here every so often, others else. */
const someone = (every: number, who: string) => `case when g % ${every} = 0 then '${who}' else 'u' || g % 9 end`;

async function insert(first: number, last: number, columns: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.keys(columns).map((name) => `"${name}"`);
  await server.database.transaction('645967', (connection) =>
    connection.execute(
      `insert into data."workTicket" (id, "tenantId", ${names.join(', ')})
       select 't' || lpad(g::text, 6, '0'), '645967', ${Object.values(columns).join(', ')} from generate_series(${first}, ${last}) g`,
    ),
  );
}

async function insertCopy(record: string): Promise<void> {
  await server.database.transaction('645967', async (connection) => {
    await connection.execute(
      `insert into platform."approvalRequest" (id, "tenantId", "entityId", "recordId", "recordTitle", transition, proposal,
         levels, level, status, parallel, "openedBy", "openedAt")
       values ($1, '645967', 'workTicket', $1, '作业票', 'review', '{}', '[]', 0, 'granted', false, 'u1', now())`,
      [record],
    );
    await connection.execute(
      `insert into platform."approvalCopy" (id, "tenantId", "requestId", "entityId", "recordId", "userId", "sentBy", "sentAt")
       values ($1, '645967', $1, 'workTicket', $1, $2, 'u1', now())`,
      [record, PERSON],
    );
  });
}

beforeAll(async () => {
  server = await startTestServer();
  for (const account of Object.keys(SEEN)) signedIn.set(account, await server.signIn(account));
  await insert(1, ROWS, {
    status: `(array['closed', 'closed', 'working', 'draft'])[1 + g % 4]`,
    type: `(array['hot', 'high', 'blind'])[1 + g % 3]`,
    ticketNo: `'DH-' || lpad(g::text, 5, '0')`,
    location: `'第' || g % 10 || '装置'`,
    planStartTime: `timestamptz '2026-02-20 08:00:00+08' + g % 400 * interval '2 hours'`,
    planEndTime: `timestamptz '2026-02-20 16:00:00+08' + g % 400 * interval '2 hours'`,
    createUser: someone(23, PERSON),
    applyUserId: someone(29, LEADER),
    chargerId: someone(31, PERSON),
    brieferId: `case when g % 2 = 0 then ${someone(37, PERSON)} end`,
    shiftLeaderId: someone(41, PERSON),
    guardianIds: `case when g % 5 > 0 then array[${someone(19, LEADER)}, ${someone(43, PERSON)}] end`,
    personIds: `case when g % 3 > 0 then array[${someone(17, PERSON)}] else '{}' end`,
    createDept: `case when g % 13 = 0 then '${TEAM}' else '645967-company' end`,
    applyDeptId: `case when g % 11 = 0 then '${TEAM}' else '645967-shop' end`,
    territoryDeptId: `case when g % 7 = 0 then null when g % 29 = 0 then '${TEAM}' else '645967-shop' end`,
    isDeleted: 'case when g % 47 = 0 then 1 else 0 end',
  });
  // One that he has a copy of, and one that is his besides.
  for (const record of ['t000001', 't000034']) await insertCopy(record);
});
afterAll(() => server?.stop());

describe('a list under a row scope of several persons and departments', () => {
  for (const account of Object.keys(SEEN))
    for (const [query, where] of FORMS)
      it(`${account} ${query} has the rows that the scope lets in, each once, in order`, async () => {
        const ids = await expected(account, where);
        expect(await listAll(account, query)).toEqual({ total: ids.length, ids });
      });

  it('sees something of each kind', async () => {
    const some = await Promise.all(
      Object.keys(SEEN).flatMap((account) => FORMS.map(async ([, where]) => (await expected(account, where)).length)),
    );
    expect(some.every((count) => count > 0)).toBe(true);
  });
});

describe('a list of one person in more rows than are counted', () => {
  beforeAll(async () => {
    await insert(1_000, 999 + MANY, {
      status: `'closed'`,
      type: `case when g % 4 = 0 then 'hot' else 'high' end`,
      planStartTime: `timestamptz '2025-01-01 08:00:00+08' + g % 5000 * interval '2 minutes'`,
      createUser: `case when g % 2 = 0 then '${PERSON}' end`,
      chargerId: `case when g % 2 = 1 then '${PERSON}' end`,
      guardianIds: `array['${PERSON}']`,
    });
    await server.database.withOwner((owner) => owner.query('vacuum analyze data."workTicket"'));
  });

  it('has the newest, and says that there are more', async () => {
    const { records, total, totalCapped } = await list('employee', '');
    expect({ total, totalCapped }).toEqual({ total: 10_000, totalCapped: true });
    expect(records.map(({ id }) => id)).toEqual((await expected('employee', 'true')).slice(0, 200));
    const sixth = await list('employee', 'current=6');
    expect(sixth.records.map(({ id }) => id)).toEqual((await expected('employee', 'true')).slice(1_000, 1_200));
  });

  it('is counted whole where a choice leaves fewer', async () => {
    const ids = await expected('employee', `type = 'hot'`);
    const { records, total } = await list('employee', 'type=hot');
    expect(total).toBe(ids.length);
    expect(records.map(({ id }) => id)).toEqual(ids.slice(0, 200));
  });
});
