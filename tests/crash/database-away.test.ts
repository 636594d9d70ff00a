import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootstrapDatabase } from '../../server/ground/database/bootstrap.ts';
import { type Postgres, startPostgres } from '../../server/ground/database/supervisor.ts';
import { postgresProcessesOf, signal } from '../../server/ground/database/supervisor-process.ts';
import { patient, promised } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

let postgres: Postgres;
let cluster: string;
let server: TestServer;
let signed: SignedIn;
let base: string;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'anlan-away-'));
  const client = join(dataDir, 'client');
  mkdirSync(client);
  writeFileSync(join(client, 'index.html'), '<!doctype html><html><head></head><body>安澜</body></html>');
  const quiet = { info() {}, warn() {}, error() {} };
  postgres = await startPostgres({ dataDir, log: quiet, throwaway: true });
  await bootstrapDatabase(postgres);
  cluster = realpathSync(join(dataDir, 'cluster'));
  const { ownerUrl, appUrl } = postgres;
  server = await startTestServer({ ANLAN_CLIENT: client }, undefined, { ownerUrl, appUrl, drop: async () => {} });
  await server.main.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(server.main.server.address() as AddressInfo).port}`;
  signed = await server.signIn('administrator');
}, patient(240_000));
afterAll(async () => {
  for (const pid of postgresProcessesOf(cluster)) signal(pid, 'SIGCONT');
  await server?.stop();
  await postgres?.stop();
}, patient(60_000));

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
  readonly body: {
    readonly msg?: string;
    readonly problem?: string;
    readonly status?: string;
    readonly data?: unknown;
  };
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const begun = performance.now();
  const response = await fetch(`${base}${path}`, {
    ...init,
    headers: { ...signed.headers, ...(init.headers as Record<string, string>) },
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {};
  return {
    status: response.status,
    ms: performance.now() - begun,
    retryAfter: response.headers.get('retry-after'),
    body,
  };
}

const list = '/api/anlan-system/post/page';
const health = () => ask('/health');
const signalAll = (name: NodeJS.Signals) => {
  for (const pid of postgresProcessesOf(cluster)) signal(pid, name);
};

/** Saves a post with a code of its own under a key; the answer may be lost. */
function save(code: string, key: string): Promise<Answer> {
  return ask('/api/anlan-system/post/submit', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ postCode: code, postName: `岗位${code}`, category: '1', sort: 1, isKeyPost: '0' }),
  });
}

async function rowsOf(code: string): Promise<number> {
  const rows = await server.database.withTenant('645967', (connection) =>
    connection.query('select 1 from data.post where "tenantId" = $1 and "postCode" = $2', ['645967', code]),
  );
  return rows.length;
}

/** Milliseconds until a call is answered again. */
async function back(): Promise<number> {
  const begun = performance.now();
  while ((await ask(list)).status !== 200) {
    if (performance.now() - begun > 30_000) throw new Error('没有恢复');
    await sleep(100);
  }
  return performance.now() - begun;
}

/** A stream of changes; gives what has come so far, and whether it was ended. */
async function openStream(): Promise<{ text(): string; ended(): boolean; close(): void }> {
  const control = new AbortController();
  const response = await fetch(`${base}/api/anlan-system/events`, { headers: signed.headers, signal: control.signal });
  let text = '';
  let ended = false;
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
    ended = true;
  })().catch(() => {
    ended = true;
  });
  while (!text.includes('event: open')) await sleep(10);
  return { text: () => text, ended: () => ended, close: () => control.abort() };
}

describe('while the database stands still', () => {
  it(
    'calls end with 503 after their deadline, health says why at once, pages and streams stay',
    async () => {
      expect((await ask(list)).status).toBe(200);
      const stream = await openStream();
      signalAll('SIGSTOP');
      try {
        const calls = [ask(list), ask('/api/anlan-system/user/page'), save('frozen', 'frozen-1')];
        const looks = [await health(), await health(), await health()];
        for (const found of looks)
          expect(found).toMatchObject({ status: 503, body: { problem: 'silent', msg: '数据库没有应答' } });
        // The quickest, since a busy machine may keep an answer waiting that the server has given.
        expect(Math.min(...looks.map(({ ms }) => ms))).toBeLessThan(promised(1_000));
        const page = await ask('/login');
        expect([page.status, page.ms < 3_000]).toEqual([200, true]);
        for (const answer of await Promise.all(calls)) {
          expect(answer).toMatchObject({ status: 503, retryAfter: '5', body: { msg: '数据库暂时不可用，请稍后重试' } });
          // Two seconds for a statement, half a second of grace, and one that was waited for before.
          expect(answer.ms).toBeLessThan(promised(12_000));
        }
        const english = await ask(list, { headers: { 'accept-language': 'en-US' } });
        expect(english).toMatchObject({ status: 503, body: { msg: expect.stringMatching(/^The database/) } });
        const token = await server.token({
          grant_type: 'password',
          tenantId: '645967',
          username: 'employee',
          password: 'wrong',
          scope: 'all',
        });
        expect(token.statusCode).toBe(503);
        expect(token.headers['retry-after']).toBe('5');
      } finally {
        signalAll('SIGCONT');
      }
      expect(await back()).toBeLessThan(promised(10_000));
      expect((await health()).status).toBe(200);
      expect(stream.ended()).toBe(false);
      stream.close();
      // Whether the commit was made nobody knows; with the same key it is there once.
      expect(await save('frozen', 'frozen-1')).toMatchObject({ status: 200 });
      expect(await rowsOf('frozen')).toBe(1);
    },
    patient(120_000),
  );
});

describe('when the database is killed', () => {
  it(
    'it is started again, nothing acknowledged is lost and nothing is done twice',
    async () => {
      const acknowledged: string[] = [];
      const unknown: [string, string][] = [];
      let writing = true;
      const statuses = new Set<number>();
      const writers = Array.from({ length: 3 }, async (_, writer) => {
        for (let turn = 0; writing; turn += 1) {
          const [code, key] = [`k${writer}_${turn}`, `key-${writer}-${turn}`];
          const { status, retryAfter } = await save(code, key);
          statuses.add(status);
          if (status === 200) acknowledged.push(code);
          else {
            expect([status, retryAfter]).toEqual([503, '5']);
            unknown.push([code, key]);
            await sleep(100);
          }
        }
      });
      await sleep(1_000);
      const before = postgres.pid;
      signal(before, 'SIGKILL');
      await expect.poll(() => postgres.pid, { timeout: patient(30_000) }).not.toBe(before);
      const ready = performance.now();
      while ((await health()).status !== 200) await sleep(100);
      expect(performance.now() - ready).toBeLessThan(promised(20_000));
      expect(await back()).toBeLessThan(promised(10_000));
      await sleep(500);
      writing = false;
      await Promise.all(writers);
      expect([...statuses].sort()).toEqual([200, 503]);
      for (const [code, key] of unknown) expect((await save(code, key)).status).toBe(200);
      for (const code of [...acknowledged, ...unknown.map(([code]) => code)])
        expect([code, await rowsOf(code)]).toEqual([code, 1]);
    },
    patient(180_000),
  );

  it(
    'sessions that an administrator ends are answered by 503, never by 500',
    async () => {
      const superuser = new pg.Client({ connectionString: postgres.superUrl });
      await superuser.connect();
      const statuses = new Set<number>();
      let asking = true;
      const askers = Array.from({ length: 4 }, async () => {
        while (asking) statuses.add((await ask(list)).status);
      });
      for (let turn = 0; turn < 5; turn += 1) {
        await sleep(100);
        await superuser.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'anlan_app'");
      }
      asking = false;
      await Promise.all(askers);
      await superuser.end();
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect((await ask(list)).status).toBe(200);
    },
    patient(60_000),
  );
});
