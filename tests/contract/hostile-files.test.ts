import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READING_LIMITS, READING_THREAD } from '../../server/reports/spreadsheet/limits.ts';
import { readWorkbook } from '../../server/reports/spreadsheet/read-workbook.ts';
import { costOf } from '../bench/hostile/hostile.ts';
import { expectLinear } from '../fixtures/growth.ts';
import { HOSTILE_BYTES, HOSTILE_SHEETS } from '../fixtures/hostile-sheets.ts';
import { patient, promised } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { watchTurns } from '../fixtures/turns.ts';
import { sheetBody } from '../fixtures/workbook.ts';

const LAW = '/api/anlan-safety/securitysystem/lawsregulations';
/** A machine that does other things too takes three times as long as the two seconds that are promised. */
const PATIENCE = 6_000;

describe('a spreadsheet of 50 KB that swells when it is read', () => {
  it.each(Object.keys(HOSTILE_SHEETS))('is refused by name, soon and in little memory: %s', async (name) => {
    const { most, file, refusal } = HOSTILE_SHEETS[name] ?? {};
    const content = file?.(most ?? 0) ?? Buffer.alloc(0);
    expect(content.length).toBeLessThan(HOSTILE_BYTES);
    const cost = await costOf(`sheet-${name}`, most ?? 0);
    // What is read all the same has no line that could be taken.
    expect(cost.refusal ?? '第一行没有表头、没有数据行').toMatch(refusal ?? /^$/);
    expect(cost.cpuMs).toBeLessThan(PATIENCE);
    expect(cost.mb).toBeLessThan(100);
  });

  it('costs no more than in proportion as far as it is read', async () => {
    const taken = { 'filled-rows': READING_LIMITS.cells / 60, strings: READING_LIMITS.strings };
    for (const [name, largest] of Object.entries(taken)) {
      const file = HOSTILE_SHEETS[name]?.file;
      await expectLinear(
        (size) => {
          const content = file?.(size - 1) ?? Buffer.alloc(0);
          return () => readWorkbook({ content, name: '甲.xlsx' });
        },
        { largest },
      );
    }
  });
});

describe('many hostile spreadsheets at once', () => {
  let server: TestServer;
  let officer: SignedIn;
  let bystander: SignedIn;
  beforeAll(async () => {
    server = await startTestServer();
    officer = await server.signIn('safetyOfficer');
    bystander = await server.signIn('safetyOfficer', '645968');
  }, patient(120_000));
  afterAll(() => server?.stop());

  const { most = 0, file } = HOSTILE_SHEETS['valueless-cells'] ?? {};
  const body = sheetBody(file?.(most) ?? Buffer.alloc(0), { mode: 'preview' });
  const send = () =>
    server.main.inject({
      method: 'POST',
      url: `${LAW}/import`,
      payload: body.payload,
      headers: { ...officer.headers, ...body.headers },
    });

  it('are all refused, and nobody else waits for them', async () => {
    // What the first call of a kind costs is none of the files'.
    await send();
    await server.main.inject({ url: `${LAW}/list-conditions?size=1`, headers: bystander.headers });
    const turns = watchTurns();
    const all = Array.from({ length: 5 }, async () => (await send()).json<{ code: number; msg: string }>());
    let calls = 0;
    let left = all.length;
    for (const one of all) void one.finally(() => (left -= 1));
    while (left > 0) {
      const answer = await server.main.inject({ url: `${LAW}/list-conditions?size=1`, headers: bystander.headers });
      expect(answer.statusCode).toBe(200);
      calls += 1;
    }
    const { longest } = await turns.end();
    console.info(`the longest turn of the event loop took ${longest.toFixed(1)} ms`);
    for (const answer of await Promise.all(all)) {
      expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining('“a.xlsx”超过600000个单元格') });
    }
    expect(calls).toBeGreaterThan(5);
    expect(longest).toBeLessThan(promised(50));
  });

  it(
    'are sent away with a time to come back where too many wait',
    async () => {
      const answers = await Promise.all(Array.from({ length: READING_THREAD.waiting + 10 }, send));
      const away = answers.filter(({ statusCode }) => statusCode === 503);
      expect(away.length).toBeGreaterThan(0);
      expect(answers.filter(({ statusCode }) => statusCode === 400).length).toBe(answers.length - away.length);
      expect(away[0]?.headers['retry-after']).toBe('10');
      expect(away[0]?.json()).toMatchObject({ msg: '等待处理的文件过多，请稍后再试' });
    },
    patient(60_000),
  );
});
