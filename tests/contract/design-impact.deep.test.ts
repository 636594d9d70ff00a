import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { DesignDraft, DesignImpact } from '../../src/core/wire/design.ts';
import { callAs } from '../fixtures/call-as.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TENANT = '645967';
const LAW = 'lawRegulation';
const ROWS = 1_000_000;
const PART = 50_000;
/** Milliseconds that counting may take. */
const PATIENCE = 10_000;

let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('administrator');
  // In parts that each end before a statement's patience does.
  for (let from = 1; from <= ROWS; from += PART) {
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(
        `insert into data."${LAW}" (id, "tenantId", version, "isDeleted", "createTime", status, name, "docNo", "fileType",
           "issueDept", "issueDate", "effectiveDate", keywords)
         select 'x' || n, $1, 1, 0, now(), '1', '规定' || n, n || '号', '1', case when n % 7 = 0 then n || '号' else '机关' end,
           '2026-01-01', '2026-02-01', case when n % 3 = 0 then null else repeat('字', n % 20) || n end
         from generate_series(${from}, ${from + PART - 1}) n`,
        [TENANT],
      ),
    );
  }
}, patient(300_000));
afterAll(() => server?.stop());

it(
  `counts over ${ROWS} records within ${PATIENCE} ms what the database counts by itself`,
  async () => {
    const at = ['record', 'properties', 'keywords'];
    const edits: readonly OverlayEdit[] = [
      { edit: 'set', at, property: 'required', base: false, value: true },
      { edit: 'set', at, property: 'maxLength', base: 200, value: 15 },
      {
        edit: 'add',
        at: ['record', 'properties', 'issueDept', 'rules', 'own'],
        after: null,
        value: { when: 'issueDept != docNo', else: '颁布机关不能是文号' },
      },
    ];
    const { id } = (await callAs<DesignDraft>(server.main, admin, 'GET', 'system/design/draft')).data;
    const step = { step: 'do', id: 'step-impact-1', entity: LAW, edits };
    const taken = await callAs(server.main, admin, 'POST', 'system/design/step', { draft: id ?? '', after: 0, step });
    expect(taken.status, taken.msg).toBe(200);
    const began = performance.now();
    const { data, msg } = await callAs<DesignImpact>(server.main, admin, 'GET', 'system/design/impact');
    const took = performance.now() - began;
    const [brute] = await server.database.withTenant(TENANT, (connection) =>
      connection.query<Record<string, string>>(
        `select count(*) filter (where "issueDept" = "docNo") as rule, count(*) filter (where coalesce(keywords, '') = '') as required,
         count(*) filter (where char_length(keywords) > 15) as limits
       from data."${LAW}" where "tenantId" = $1 and "isDeleted" = 0`,
        [TENANT],
      ),
    );
    expect(
      data.items.map(({ count }) => count),
      msg,
    ).toEqual([Number(brute?.rule), Number(brute?.required), Number(brute?.limits)]);
    expect(took).toBeLessThan(PATIENCE);
    process.stdout.write(`impact over ${ROWS} rows: ${Math.round(took)} ms\n`);
  },
  patient(120_000),
);
