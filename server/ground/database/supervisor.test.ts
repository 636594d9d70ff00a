import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patient, promised } from '../../../tests/fixtures/patience.ts';
import { type Postgres, startPostgres } from './supervisor.ts';
import { isAlive, isPostgresOf, postgresProcessesOf, signal, waitForExit } from './supervisor-process.ts';

const supervisor = new URL('./supervisor.ts', import.meta.url).href;
const silent = { info() {}, warn() {}, error() {} };
const asRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
let children: ChildProcess[];

const start = () => startPostgres({ dataDir, log: silent, throwaway: true });
const cluster = () => realpathSync(join(dataDir, 'cluster'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-supervisor-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'postgres');
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  if (existsSync(join(dataDir, 'cluster'))) {
    for (const pid of postgresProcessesOf(cluster())) {
      signal(pid, 'SIGKILL');
      await waitForExit(pid, 5_000);
    }
    rmSync(cluster(), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

// A Node process of its own that owns the cluster, and survives Ctrl-C as a server does while it stops gracefully.
async function startOwner(): Promise<{ child: ChildProcess; owner: Pick<Postgres, 'pid' | 'superUrl'> }> {
  const script = `
    import { startPostgres } from ${JSON.stringify(supervisor)};
    process.on('SIGINT', () => console.log('interrupted'));
    const log = { info() {}, warn() {}, error() {} };
    const { pid, superUrl } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, throwaway: true });
    console.log(JSON.stringify({ pid, superUrl }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return { child, owner: JSON.parse(String(line)) };
}

async function killOwner(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('startPostgres', () => {
  it('serves on a socket that only its own account may enter, and on no port', async () => {
    const postgres = await start();
    const [settings] = await query(
      postgres.superUrl,
      `select current_setting('listen_addresses') as listen, current_setting('server_version') as version,
              (select datcollate || ' ' || datlocprovider::text from pg_database where datname = 'template1') as locale`,
    );
    expect(settings).toEqual({ listen: '', version: expect.stringMatching(/^18\./), locale: 'C.UTF-8 b' });
    expect(statSync(join(dataDir, 'socket')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(statSync(`/proc/${postgres.pid}`).uid === 0).toBe(false);
    await postgres.stop();
  });

  it('lets nobody in without the password', async () => {
    const postgres = await start();
    const forged = postgres.superUrl.replace(/:[0-9a-f]+@/, ':wrong@');
    await expect(query(forged, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await postgres.stop();
  });

  it('stops cleanly, may be told so twice, and keeps its data', async () => {
    const first = await start();
    await query(first.superUrl, "create table kept as select '在' as text");
    await Promise.all([first.stop(), first.stop()]);
    expect(isAlive(first.pid)).toBe(false);
    expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false);
    expect(existsSync(join(dataDir, 'owner.lock'))).toBe(false);

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.superUrl, 'select text from kept')).toEqual([{ text: '在' }]);
    await second.stop();
  });

  it('refuses a second owner and names the first', async () => {
    const { child } = await startOwner();
    await expect(start()).rejects.toThrow(
      `数据目录已被占用：进程 ${child.pid} 正在使用 ${realpathSync(dataDir)}。请先停止该进程，或用 ANLAN_DATA 指定另一个数据目录。`,
    );
  });

  it('refuses a second owner within one process', async () => {
    const postgres = await start();
    await expect(start()).rejects.toThrow(`进程 ${process.pid} 正在使用`);
    await postgres.stop();
  });

  it('gives the folder to one only of two that start at once', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'owner.lock'), '{"pid":1,"identity":"long ago"}');
    const outcomes = await Promise.allSettled([start(), start()]);
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await won[0]?.value.stop();
  });

  it('adopts the PostgreSQL of an owner that was killed, and stops it', async () => {
    const { child, owner } = await startOwner();
    await query(owner.superUrl, "create table kept as select '在' as text");
    await killOwner(child);
    expect(isAlive(owner.pid)).toBe(true);

    const adopted = await start();
    expect(adopted).toMatchObject({ adopted: true, pid: owner.pid });
    expect(await query(adopted.superUrl, 'select text from kept')).toEqual([{ text: '在' }]);
    await adopted.stop();
    expect(isAlive(owner.pid)).toBe(false);
  });

  it('starts anew and keeps the data when both were killed', async () => {
    const { child, owner } = await startOwner();
    await query(owner.superUrl, "create table kept as select '在' as text");
    await killOwner(child);
    signal(owner.pid, 'SIGKILL');
    await waitForExit(owner.pid, 5_000);
    expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(true);

    const postgres = await start();
    expect(postgres.adopted).toBe(false);
    expect(await query(postgres.superUrl, 'select text from kept')).toEqual([{ text: '在' }]);
    await postgres.stop();
  });

  it('ends one that hangs while it stops, and starts anew within seconds', async () => {
    const { child, owner } = await startOwner();
    const guest = new pg.Client({ connectionString: owner.superUrl });
    guest.on('error', () => {});
    await guest.connect();
    await guest.query("create table kept as select '在' as text");
    await killOwner(child);
    // Waits for the guest, for ever.
    signal(owner.pid, 'SIGTERM');
    await sleep(200);

    const begun = performance.now();
    const postgres = await start();
    expect(performance.now() - begun).toBeLessThan(promised(15_000));
    expect(postgres.adopted).toBe(false);
    expect(await query(postgres.superUrl, 'select text from kept')).toEqual([{ text: '在' }]);
    await guest.end().catch(() => {});
    await postgres.stop();
  });

  it('is not misled by a process file whose number another process has now', async () => {
    await (await start()).stop();
    const stranger = spawn('sleep', ['60'], { ...(asRoot ? { uid: statSync(cluster()).uid } : {}) });
    children.push(stranger);
    writeFileSync(join(cluster(), 'postmaster.pid'), `${stranger.pid}\n${cluster()}\n0\n5432\n${dataDir}/socket\n`);
    const postgres = await start();
    expect(postgres.adopted).toBe(false);
    expect(isAlive(Number(stranger.pid))).toBe(true);
    await postgres.stop();
  });

  it('keeps PostgreSQL running through a Ctrl-C of the foreground group', async () => {
    const { child, owner } = await startOwner();
    process.kill(-Number(child.pid), 'SIGINT');
    const [line] = await once(child.stdout ?? child, 'data');
    expect(String(line)).toBe('interrupted\n');
    await sleep(300);
    expect(await query(owner.superUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts a crashed PostgreSQL again at the same address', async () => {
    const postgres = await start();
    const before = postgres.pid;
    signal(before, 'SIGKILL');
    await vi.waitFor(() => expect(postgres.pid).not.toBe(before), { timeout: patient(20_000), interval: 50 });
    expect(await query(postgres.superUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
  });

  it('begins again after an initialisation that was cut short', async () => {
    mkdirSync(join(dataDir, 'cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'initdb.unfinished'), '');
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '18');
    const postgres = await start();
    expect(await query(postgres.superUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
  });

  it('will not replace lost passwords over existing data', async () => {
    await (await start()).stop();
    rmSync(join(dataDir, 'secrets.json'));
    await expect(start()).rejects.toThrow(/数据库密码文件 .*secrets\.json 不见了/);
  });

  it('serves from a folder whose path is too long for a socket', async () => {
    dataDir = join(folder, '很长的目录名'.repeat(10));
    const postgres = await start();
    expect(await query(postgres.superUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    const sockets = new URL(postgres.superUrl).searchParams.get('host') ?? '';
    expect(sockets.startsWith(dataDir)).toBe(false);
    await postgres.stop();
    expect(existsSync(sockets)).toBe(false);
  });

  it('serves from a folder below one that only its owner may enter', async () => {
    chmodSync(folder, 0o700);
    const postgres = await start();
    expect(isPostgresOf(postgres.pid, cluster())).toBe(true);
    await postgres.stop();
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });
});

describe('isAlive', () => {
  it('counts a zombie as dead', async () => {
    // The child ends after the shell has given way to a program that does not wait for it.
    const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(parent);
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '));
    expect(isAlive(pid)).toBe(false);
    expect(isAlive(process.pid)).toBe(true);
  });
});
