import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createMailServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine } from '../../../scripts/metadata/doctor.ts';
import { startTestServer, type TestServer } from '../../../tests/fixtures/test-server.ts';
import { deliverAnchors } from './anchor-delivery.ts';
import { type AuditAnchor, anchorFile, openAuditAnchor } from './audit-anchor.ts';
import { sealAuditDays } from './audit-chain.ts';
import { allowBackdating } from './audit-guards.ts';

const timeZone = 'Asia/Shanghai';
let server: TestServer;
let folder: string;
let next = 0;

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'anlan-anchor-'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function write(time: string | null, summary: string): Promise<string> {
  next += 1;
  const id = `w${next}`;
  await server.database.transaction('645967', (connection) =>
    connection.execute(
      `insert into data."auditLog" (id, "tenantId", "createTime", time, action, summary, hash)
       values ($1, '645967', coalesce($2, now()), $2, 'update', $3, 'mine')`,
      [id, time, summary],
    ),
  );
  return id;
}

/** What only a thief of the owner's password could do. */
const tamper = (statement: string) =>
  server.database.withOwner(async (owner) => {
    const tables = ['data."auditLog"', 'platform."auditChain"'];
    for (const table of tables) await owner.query(`alter table ${table} no force row level security`);
    await owner.query(statement);
    for (const table of tables) await owner.query(`alter table ${table} force row level security`);
  });

async function doctor(): Promise<{ code: number; lines: readonly string[] }> {
  const lines: string[] = [];
  const code = await examine(server.database, folder, (line) => lines.push(line));
  return { code, lines };
}

/** Waits until the anchor covers a row: other transactions may still be open that began before it. */
async function noted(anchor: AuditAnchor, id: string): Promise<void> {
  const [row] = await server.database.withTenant('645967', (connection) =>
    connection.query<{ time: string }>('select time::text as time from data."auditLog" where id = $1', [id]),
  );
  for (;;) {
    await anchor.noteRows(server.database);
    const lines = existsSync(anchorFile(folder)) ? readFileSync(anchorFile(folder), 'utf8').split('\n') : [];
    const last = lines.findLast((line) => line.includes('"rows"') && line.includes('645967'));
    if (last !== undefined && (JSON.parse(last) as { to: string }).to >= (row?.time ?? '')) return;
    await wait(200);
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a row of the audit log', () => {
  beforeAll(() => server.database.withOwner((owner) => allowBackdating(owner, false)));
  afterAll(() => server.database.withOwner((owner) => allowBackdating(owner, true)));

  it('bears the time and the hash of the database, whatever the serving role says', async () => {
    const ids = [await write('2020-01-01T00:00:00Z', '过去'), await write('2099-01-01T00:00:00Z', '将来')];
    const rows = await server.database.withTenant('645967', (connection) =>
      connection.query<{ now: boolean; created: boolean; hash: string }>(
        `select abs(extract(epoch from time - now())) < 60 as now, "createTime" = time as created, hash
         from data."auditLog" where id = any($1)`,
        [ids],
      ),
    );
    expect(rows).toMatchObject([
      { now: true, created: true },
      { now: true, created: true },
    ]);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
    expect(rows.every(({ hash }) => /^[\w+/]{43}=$/.test(hash))).toBe(true);
  });

  it('may be dated back by nobody but the owner', async () => {
    const attempt = (statement: string) =>
      server.database.withTenant('645967', (connection) => connection.execute(statement));
    for (const statement of [
      `insert into platform."auditBackdating" ("openUntil") values ('2099-01-01')`,
      'delete from platform."auditBackdating"',
      'alter table data."auditLog" disable trigger "stampAudit"',
      'set session_replication_role = replica',
    ]) {
      await expect(attempt(statement)).rejects.toThrow(/permission denied|must be owner/);
    }
  });

  it('waits for no other writer', async () => {
    await server.database.transaction('645967', async (connection) => {
      const insert = `insert into data."auditLog" (id, "tenantId", action, time) values ($1, '645967', 'x', now())`;
      await connection.execute(insert, ['open-1']);
      const others = Promise.all([write(null, '旁一'), write(null, '旁二')]);
      const first = await Promise.race([others, wait(5_000)]);
      expect(first).toHaveLength(2);
    });
  });

  it('costs at most four times as much with its stamp as without', async () => {
    const bulk = (prefix: string) =>
      server.database.transaction('645968', async (connection) => {
        const began = performance.now();
        await connection.execute(
          `insert into data."auditLog" (id, "tenantId", time, action, summary)
           select $1 || n, '645968', now(), 'update', repeat('状态', 60) from generate_series(1, 5000) n`,
          [prefix],
        );
        return performance.now() - began;
      });
    const toggle = (how: string) =>
      server.database.withOwner((owner) => owner.query(`alter table data."auditLog" ${how} trigger "stampAudit"`));
    const plain: number[] = [];
    const stamped: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      stamped.push(await bulk(`s${round}-`));
      await toggle('disable');
      plain.push(await bulk(`p${round}-`));
      await toggle('enable');
    }
    console.log('µs a row, plain and stamped', Math.min(...plain) / 5, Math.min(...stamped) / 5);
    expect(Math.min(...stamped)).toBeLessThan(Math.min(...plain) * 4);
    await tamper(`delete from data."auditLog" where "tenantId" = '645968'`);
  });
});

describe('the anchor', () => {
  it('tells of a row of today that was edited, and one that is gone, after a doctor found all whole', async () => {
    const anchor = openAuditAnchor(folder);
    const [edited, gone] = [await write(null, '今日甲'), await write(null, '今日乙')];
    await noted(anchor, gone);
    await write(null, '之后');
    const whole = await doctor();
    expect([whole.code, whole.lines.filter((line) => line.includes('有异常'))]).toEqual([0, []]);

    await tamper(`update data."auditLog" set summary = '改' where id = '${edited}'`);
    expect((await doctor()).lines.join('\n')).toMatch(/日志 w\d+ 与写入时的校验值不符/);
    // Also by one who knows how the hash is made.
    await tamper(`update data."auditLog" l set hash = encode(sha256(convert_to((jsonb_strip_nulls(to_jsonb(l)) - 'hash')::text,
      'UTF8')), 'base64') where id = '${edited}'`);
    const forged = await doctor();
    expect(forged.code).toBe(1);
    expect(forged.lines.join('\n')).toMatch(/锚定的 \d+ 条日志被改动过/);
    await tamper(`update data."auditLog" set summary = '今日甲' where id = '${edited}'`);
    await tamper(`update data."auditLog" l set hash = encode(sha256(convert_to((jsonb_strip_nulls(to_jsonb(l)) - 'hash')::text,
      'UTF8')), 'base64') where id = '${edited}'`);
    expect((await doctor()).code).toBe(0);

    await tamper(`delete from data."auditLog" where id = '${gone}'`);
    const removed = await doctor();
    expect(removed.code).toBe(1);
    expect(removed.lines.join('\n')).toMatch(/锚定时有 \d+ 条日志，现有 \d+ 条/);
    rmSync(anchorFile(folder));
  });

  it('tells of the newest link when it is gone together with its rows', async () => {
    const anchor = openAuditAnchor(folder);
    await write('2026-03-02T03:00:00Z', '二日');
    await write('2026-03-03T03:00:00Z', '三日');
    const noted: string[] = [];
    const onSealed = (links: Parameters<typeof anchor.noteDays>[0]) => {
      noted.push(...links.map(({ day }) => day));
      anchor.noteDays(links);
    };
    await sealAuditDays({ database: server.database, timeZone, onSealed }, new Date('2026-03-05T00:00:00Z'));
    expect(noted).toEqual(['2026-03-02', '2026-03-03']);
    const before = await doctor();
    expect([before.code, before.lines]).toEqual([0, before.lines]);
    await tamper(`delete from data."auditLog" where time < '2026-03-05' and time >= '2026-03-03'`);
    await tamper(`delete from platform."auditChain" where day = '2026-03-03'`);
    const cut = await doctor();
    expect(cut.code).toBe(1);
    expect(cut.lines).toContain('  2026-03-03 锚文件中有这一天，日志链中没有：封存记录被删除过');
  });

  it('survives a line that was cut short', async () => {
    const anchor = openAuditAnchor(folder);
    const before = anchor.unsent('webhook');
    expect(before.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03']);
    appendFileSync(anchorFile(folder), '{"kind":"day","tenant');
    const [link] = before;
    if (link === undefined) throw new Error('no link');
    anchor.noteDays([{ ...link, day: '2026-03-04' }]);
    expect(anchor.unsent('webhook').map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
    expect(
      readFileSync(anchorFile(folder), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"tenant')).length,
    ).toBe(4);
  });
});

describe('receivers outside', () => {
  it('get each day once by webhook, again after a failure, and hold nobody up', async () => {
    const anchor = openAuditAnchor(folder);
    const bodies: string[] = [];
    let answer = 500;
    const hook = createServer((request: IncomingMessage, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        bodies.push(Buffer.concat(parts).toString());
        response.writeHead(answer).end();
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const webhook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/anchors`;
    const failed: string[] = [];
    const deliver = () =>
      deliverAnchors(anchor, { webhook, mail: undefined }, (channel, error) =>
        failed.push(`${channel} ${String(error)}`),
      );
    await deliver();
    expect(failed).toEqual(['webhook Error: HTTP 500']);
    answer = 204;
    await deliver();
    await deliver();
    hook.close();
    expect(bodies).toHaveLength(2);
    const { kind, links } = JSON.parse(bodies[1] ?? '') as { kind: string; links: { day: string; hash: string }[] };
    expect([kind, links.map(({ day }) => day)]).toEqual(['auditAnchor', ['2026-03-02', '2026-03-03', '2026-03-04']]);
    expect(links.every(({ hash }) => /^[\w-]{43}$/.test(hash))).toBe(true);
  });

  it('get them by mail', async () => {
    const said: string[] = [];
    // The least of a mail server: it takes what it is given.
    const post = createMailServer((socket) => {
      let data = false;
      socket.write('220 test\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          said.push(line);
          if (data) {
            if (line !== '.') continue;
            data = false;
            socket.write('250 ok\r\n');
          } else if (line === 'DATA') {
            data = true;
            socket.write('354 go\r\n');
          } else if (line === 'QUIT') socket.end('221 bye\r\n');
          else socket.write('250 ok\r\n');
        }
      });
    });
    await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
    const mail = {
      server: `smtp://127.0.0.1:${(post.address() as AddressInfo).port}`,
      from: 'anlan@plant.example',
      to: 'auditor@plant.example',
    };
    const failed: unknown[] = [];
    const anchor = openAuditAnchor(folder);
    await deliverAnchors(anchor, { webhook: undefined, mail }, (_, error) => failed.push(error));
    post.close();
    expect(failed).toEqual([]);
    expect(said).toContain('RCPT TO:<auditor@plant.example>');
    expect(anchor.unsent('mail')).toEqual([]);
  });
});

describe('logging out', () => {
  it('works when the log cannot be written', async () => {
    const person = await server.signIn('employee');
    const right = (how: string) =>
      server.database.withOwner((owner) => owner.query(`${how} "${server.database.appRole}"`));
    await right('revoke insert on data."auditLog" from');
    const logout = await server.main.inject({ url: '/api/anlan-auth/oauth/logout', headers: person.headers });
    const info = await server.main.inject({ url: '/api/anlan-system/info', headers: person.headers });
    await right('grant insert on data."auditLog" to');
    expect([logout.statusCode, info.statusCode]).toEqual([200, 401]);
    expect(await server.log()).toContain('permission denied');
  });
});

describe('a log of many days', () => {
  it('is closed a month at a time, and each day noted once', async () => {
    const anchor = openAuditAnchor(folder);
    const days = Array.from({ length: 35 }, (_, index) =>
      new Date(Date.UTC(2026, 3, 1 + index)).toISOString().slice(0, 10),
    );
    for (const day of days) await write(`${day}T03:00:00Z`, day);
    const told: string[][] = [];
    const onSealed = (links: Parameters<typeof anchor.noteDays>[0]) => {
      told.push(links.map(({ day }) => day));
      anchor.noteDays(links);
      anchor.noteDays(links);
    };
    await sealAuditDays({ database: server.database, timeZone, onSealed }, new Date('2026-05-20T00:00:00Z'));
    expect(told).toEqual([days.slice(0, 30), days.slice(30)]);
    expect(anchor.unsent('month').map(({ day }) => day)).toEqual(expect.arrayContaining(days));
    expect(anchor.unsent('month').filter(({ day }) => day >= '2026-04')).toHaveLength(35);
  });
});
