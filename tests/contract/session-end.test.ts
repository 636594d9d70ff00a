import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenAnswer } from '../../src/core/wire/contract.ts';
import { callAs } from '../fixtures/call-as.ts';
import { readEvents } from '../fixtures/event-reader.ts';
import {
  clientHeader,
  type SignedIn,
  smallPlantPassword,
  startTestServer,
  type TestServer,
} from '../fixtures/test-server.ts';

const day = 86_400_000;
const system = '/api/anlan-system';
let server: TestServer;
let administrator: SignedIn;
let group: SignedIn;
let base: string;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
  group = await server.signIn('administrator', '000000');
  base = await server.main.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server?.stop());

const post = (path: string, payload: object, person = administrator) =>
  callAs<unknown>(server.main, person, 'POST', `system/${path}`, payload);

const refresh = (refreshToken: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  server.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...form }, { headers });

const info = async ({ headers }: Pick<SignedIn, 'headers'>) =>
  (await server.main.inject({ url: `${system}/info`, headers })).statusCode;

/** What an old session still opens: its access token, its refresh token, a one-time code, each answered by its status. */
async function ways(person: SignedIn, code: string): Promise<number[]> {
  return [
    await info(person),
    (await refresh(person.tokens.refresh_token)).statusCode,
    (await server.token({ grant_type: 'handover', code })).statusCode,
  ];
}

async function handover({ headers }: SignedIn): Promise<string> {
  const answer = await server.main.inject({ method: 'POST', url: '/api/anlan-auth/oauth/handover', headers });
  return answer.json<{ data: { code: string } }>().data.code;
}

const stream = ({ headers }: Pick<SignedIn, 'headers'>) => readEvents(`${base}${system}/events`, headers);

const ended = [401, 400, 400];

async function sql<Row>(text: string, values: unknown[] = [], tenantId = '645967'): Promise<Row[]> {
  return server.database.withTenant(tenantId, (connection) => connection.query<Row>(text, values));
}

const credentials = (username: string) => ({
  grant_type: 'password',
  tenantId: '645967',
  username,
  password: smallPlantPassword,
});

const bearer = (tokens: TokenAnswer): Pick<SignedIn, 'headers'> => ({
  headers: { ...clientHeader, 'anlan-auth': `bearer ${tokens.access_token}`, 'tenant-id': tokens.tenant_id },
});

describe('disabling', () => {
  it('ends all sessions of a person at once, and enabling gives none of them back', async () => {
    const [first, second] = [await server.signIn('teamLeader'), await server.signIn('teamLeader')];
    const codes = [await handover(first), await handover(second)];
    const { next } = await stream(first);
    expect([await info(first), await info(second)]).toEqual([200, 200]);
    expect(await post('user/disable', { id: '645967-teamLeader' })).toMatchObject({ code: 200 });
    expect([await info(first), await info(second)]).toEqual([401, 401]);
    expect((await next(({ event }) => event === 'end', 3_000)).data).toEqual({ reason: 'sessionEnded' });
    expect(await post('user/enable', { id: '645967-teamLeader' })).toMatchObject({ code: 200 });
    expect(await ways(first, codes[0] ?? '')).toEqual(ended);
    expect(await ways(second, codes[1] ?? '')).toEqual(ended);
    expect(await sql(`select distinct status, "endReason" from data.session where account = 'teamLeader'`)).toEqual([
      { status: '0', endReason: '账号已停用' },
    ]);
    expect(await info(await server.signIn('teamLeader'))).toBe(200);
  });

  it('does so whoever writes it, in the database as well', async () => {
    const person = await server.signIn('teamLeader');
    const code = await handover(person);
    await sql(`update data."user" set status = '0' where id = '645967-teamLeader'`);
    await sql(`update data."user" set status = '1' where id = '645967-teamLeader'`);
    server.app.auth.forgetTenant('645967');
    expect(await ways(person, code)).toEqual(ended);
  });

  it('ends the sessions of a whole company, of which none comes back', async () => {
    const person = await server.signIn('employee', '645968');
    const code = await handover(person);
    const visiting = { headers: { ...group.headers, 'tenant-id': '645968' } };
    const page = () =>
      server.main
        .inject({ url: `${system}/user/page`, headers: visiting.headers })
        .then(({ statusCode }) => statusCode);
    expect([await info(person), await page()]).toEqual([200, 200]);
    const streams = [await stream(person), await stream(visiting)];
    expect(await post('tenant/disable', { id: '645968' }, group)).toMatchObject({ code: 200 });
    expect([await info(person), await page()]).toEqual([401, 403]);
    for (const { next } of streams) await next(({ event }) => event === 'end', 3_000);
    expect(await post('tenant/enable', { id: '645968' }, group)).toMatchObject({ code: 200 });
    expect(await ways(person, code)).toEqual(ended);
    expect(await page()).toBe(200);
    expect(await info(await server.signIn('employee', '645968'))).toBe(200);
  });

  it('ends the sessions of a person who is deleted or whose password somebody else has set', async () => {
    const reset = await server.signIn('second');
    const code = await handover(reset);
    expect(await post('user/resetPassword', { id: '645967-second', password: 'Reset@2026x' })).toMatchObject({
      code: 200,
    });
    expect(await ways(reset, code)).toEqual(ended);
    expect(await sql(`select distinct status from data.session where account = 'second'`)).toEqual([{ status: '0' }]);

    const gone = await server.signIn('employee');
    const other = await handover(gone);
    await sql(`update data."user" set "isDeleted" = 1 where id = '645967-employee'`);
    await sql(`update data."user" set "isDeleted" = 0 where id = '645967-employee'`);
    server.app.auth.forgetTenant('645967');
    expect(await ways(gone, other)).toEqual(ended);
  });

  it('is possible for a person whose account is locked', async () => {
    await sql(`update data."user" set status = '2' where id = '645967-teamLeader'`);
    expect(await post('user/disable', { id: '645967-teamLeader' })).toMatchObject({ code: 200 });
    expect(await post('user/enable', { id: '645967-teamLeader' })).toMatchObject({ code: 200 });
  });

  it('catches a sign-in that was under way, after the password was found right', async () => {
    // Whoever signs in stands at the door of the table of sessions while he is disabled.
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const closed = server.database.transaction('645967', async (connection) => {
      await connection.execute('lock table data.session in share mode');
      await opened;
    });
    await sleep(50);
    const signing = server.token(credentials('safetyOfficer'));
    await sleep(500);
    const disabling = sql(`update data."user" set status = '0' where id = '645967-safetyOfficer'`);
    await Promise.race([disabling, sleep(500)]);
    open();
    const [answer] = await Promise.all([signing, disabling, closed]);
    await sql(`update data."user" set status = '1' where id = '645967-safetyOfficer'`);
    server.app.auth.forgetTenant('645967');
    expect(answer.statusCode).toBe(200);
    const tokens = answer.json<TokenAnswer>();
    expect([await info(bearer(tokens)), (await refresh(tokens.refresh_token)).statusCode]).toEqual([401, 400]);
  });
});

describe('a refresh token', () => {
  it('is refused for another tenant than its own', async () => {
    const person = await server.signIn('administrator');
    const token = person.tokens.refresh_token;
    expect((await refresh(token, { tenantId: '645968' })).statusCode).toBe(400);
    expect((await refresh(token, {}, { 'tenant-id': '645968' })).statusCode).toBe(400);
    expect((await refresh(token, { tenantId: '645967' }, { 'tenant-id': '645967' })).statusCode).toBe(200);
  });

  it('lasts 7 days without use, and 30 days in all, also through the other site', async () => {
    const idle = await server.signIn('administrator');
    let kept: TokenAnswer = (await server.signIn('administrator')).tokens;
    let across: TokenAnswer = (await server.signIn('administrator')).tokens;
    for (let days = 6; days < 30; days += 6) {
      server.advance(6 * day);
      const next = await refresh(kept.refresh_token);
      expect([days, next.statusCode]).toEqual([days, 200]);
      kept = next.json();
      const renewed = (await refresh(across.refresh_token)).json<TokenAnswer>();
      const answer = await server.main.inject({
        method: 'POST',
        url: '/api/anlan-auth/oauth/handover',
        headers: bearer(renewed).headers,
      });
      const { code } = answer.json<{ data: { code: string } }>().data;
      across = (await server.token({ grant_type: 'handover', code })).json();
    }
    expect((await refresh(idle.tokens.refresh_token)).statusCode).toBe(400);
    expect([await info(bearer(kept)), await info(bearer(across))]).toEqual([200, 200]);
    server.advance(6 * day + 60_000);
    expect((await refresh(kept.refresh_token)).statusCode).toBe(400);
    expect((await refresh(across.refresh_token)).statusCode).toBe(400);
    expect([await info(bearer(kept)), await info(bearer(across))]).toEqual([401, 401]);
  });
});
