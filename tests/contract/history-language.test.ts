import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const SUBSTANCES = '/api/anlan-safety/risk/setup/substance';

let server: TestServer;
let officer: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
}, patient(120_000));
afterAll(() => server?.stop());

async function stored(payload: object): Promise<{ id: string; version: number }> {
  const headers = { ...officer.headers, 'content-type': 'application/json' };
  const response = await server.main.inject({ method: 'POST', url: `${SUBSTANCES}/submit`, headers, payload });
  expect(response.statusCode).toBe(200);
  return response.json<{ data: { id: string; version: number } }>().data;
}

interface Entry {
  readonly actionLabel: string;
  readonly changes: readonly { readonly field: string; readonly from: string; readonly to: string }[];
}

async function historyOf(id: string, language: string): Promise<readonly Entry[]> {
  const headers = { ...officer.headers, 'accept-language': language };
  const response = await server.main.inject({ url: `${SUBSTANCES}/history?id=${id}`, headers });
  return response.json<{ data: { records: readonly Entry[] } }>().data.records;
}

describe('a history', () => {
  it('tells numbers and actions in the reader’s language, names as they were typed', async () => {
    const first = await stored({ name: '试验液氨', criticalQ: 12345.678, beta: 1.5 });
    await stored({ ...first, criticalQ: 20000.5 });
    const read = async (language: string) => {
      const [entry, created] = await historyOf(first.id, language);
      const quantity = entry?.changes.find(({ field }) => field === 'criticalQ');
      const name = created?.changes.find(({ field }) => field === 'name');
      return [entry?.actionLabel, quantity?.from, quantity?.to, name?.to];
    };
    expect(await read('zh-CN')).toEqual(['修改', '12,345.678 t', '20,000.5 t', '试验液氨']);
    expect(await read('en-US')).toEqual(['Change', '12,345.678 t', '20,000.5 t', '试验液氨']);
    expect(await read('pt-BR')).toEqual(['Alterar', '12.345,678 t', '20.000,5 t', '试验液氨']);
  });
});
