import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { promised } from '../fixtures/patience.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { watchTurns } from '../fixtures/turns.ts';

const SETTINGS = '/api/anlan-system/tenant-setting';
const LIKELIHOOD = '/api/anlan-safety/risk/setup/accidenthappen';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

async function call<T>(language: string, method: 'GET' | 'POST', url: string, body?: WireRecord): Promise<Envelope<T>> {
  const { headers } = await server.signIn('administrator');
  const response = await server.main.inject({
    method,
    url,
    headers: { ...headers, 'accept-language': language, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  return response.json<Envelope<T>>();
}

async function listed(language: string, base: string, filter = ''): Promise<readonly WireRecord[]> {
  return (await call<WirePage<WireRecord>>(language, 'GET', `${base}/page?size=200${filter}`)).data.records;
}

async function setting(language: string, key: string): Promise<WireRecord | undefined> {
  return (await listed(language, SETTINGS, `&settingKey=${key}`)).find(({ settingKey }) => settingKey === key);
}

it('are there in another language without anybody else waiting while they are made', async () => {
  await listed('zh-CN', SETTINGS);
  const turns = watchTurns();
  expect((await setting('en-US', 'contractor.ageMin'))?.settingTitle).toBe('Minimum age of contractor personnel');
  const { longest, count } = await turns.end();
  console.info(`the longest turn of a language's first use took ${longest.toFixed(1)} ms`);
  expect(count).toBeGreaterThan(5);
  // All models of a company in one turn take 150 and more.
  expect(longest).toBeLessThan(promised(90));
});

describe('texts that the product ships into records', () => {
  it('are read in the language of the call', async () => {
    expect(await setting('zh-CN', 'contractor.ageMin')).toMatchObject({
      settingTitle: '承包商人员最低年龄',
      unit: '岁',
    });
    expect(await setting('en-US', 'contractor.ageMin')).toMatchObject({
      settingTitle: 'Minimum age of contractor personnel',
      areaTitle: 'Contractors',
      unit: 'years',
      source: 'GB 45673-2025 5.9.1; common company practice',
      range: '18 – 30',
    });
    expect(await setting('pt-BR', 'peril.reviewGeneral')).toMatchObject({ shippedValue: 'Não', currentValue: 'Não' });
    const names = (await listed('pt-BR', LIKELIHOOD)).map(({ name }) => name);
    expect(names).toContain('Quase impossível');
  });

  it('stay the shipped ones when they are given back, and what people write stays as written', async () => {
    const [english] = (await listed('en-US', LIKELIHOOD)).filter(({ name }) => name === 'Almost impossible');
    if (english === undefined) throw new Error('the shipped likelihood is missing');
    const detail = await call<WireRecord>('en-US', 'GET', `${LIKELIHOOD}/detail?id=${english.id}`);
    const saved = await call('en-US', 'POST', `${LIKELIHOOD}/save`, { ...detail.data, check: 'Checked twice a day' });
    expect(saved).toMatchObject({ code: 200 });
    const after = await call<WireRecord>('zh-CN', 'GET', `${LIKELIHOOD}/detail?id=${english.id}`);
    expect(after.data).toMatchObject({
      name: '基本不可能',
      rule: '操作规程齐全并严格执行',
      check: 'Checked twice a day',
    });
  });
});
