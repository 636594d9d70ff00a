import { spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { locateBinaries } from './locate-binaries.ts';
import { type Account, postgresAccount } from './supervisor-account.ts';
import {
  clearSocket,
  clusterFolder,
  clusterRoles,
  initialiseCluster,
  loadSecrets,
  needsInitialising,
  postgresEnvironment,
  socketFolder,
  socketUrl,
  writeSettings,
} from './supervisor-cluster.ts';
import { acquireOwnerLock } from './supervisor-lock.ts';
import { boundLog, logTail } from './supervisor-log.ts';
import { isAlive, isPostgresOf, postgresProcessesOf, signal, waitForExit } from './supervisor-process.ts';

/** Where the supervisor reports; a pino logger fits. */
export type DatabaseLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

type StartPostgresOptions = {
  /** Folder of the cluster, its socket, passwords, lock and log. Made when missing; belongs to one process at a time. */
  dataDir: string;
  log: DatabaseLog;
  /** Told in Chinese what is being waited for; default: nobody. */
  progress?: (message: string) => void;
  /** For tests: nothing is synced to disk, so a power cut may lose the cluster. Default false. */
  throwaway?: boolean;
  /** Pages kept at hand, as PostgreSQL writes sizes; default what fits the machine, and little for a throw-away cluster. */
  buffers?: string;
};

/** A running PostgreSQL of ours. */
export type Postgres = {
  /** Address of the superuser, on the maintenance database `postgres`; for bootstrapDatabase only. */
  superUrl: string;
  /** Address of the role that runs planned DDL, on database `anlan`. Usable after bootstrapDatabase. */
  ownerUrl: string;
  /** Address of the low-privilege role that serves requests, on database `anlan`. Usable after bootstrapDatabase. */
  appUrl: string;
  /** True when a PostgreSQL that outlived its Node process was taken over instead of a new one started. */
  adopted: boolean;
  /** Process number of the postmaster now; another one after it crashed and was started again. */
  readonly pid: number;
  /** Stops PostgreSQL cleanly and gives the folder back. Safe to call more than once. */
  stop(): Promise<void>;
};

type Cluster = {
  dataDir: string;
  folder: string;
  sockets: string;
  account: Account | undefined;
  superPassword: string;
};
type Postmaster = { pid: number; adopted: boolean; sockets: string };

const readyTimeout = 300_000;
/** How long a PostgreSQL that is stopping already may take before it is ended. */
const stoppingPatience = 5_000;
const restartsAllowed = 5;
const restartWindow = 600_000;

/**
 * Starts the embedded PostgreSQL 18 on a Unix socket in `dataDir`, or adopts the one that a killed Node process left
 * running there. Works as root, where PostgreSQL runs as an unprivileged account. A postmaster that crashes is started
 * again, at most 5 times in 10 minutes.
 * Throws SecondOwnerError when a live process owns the folder, else an Error whose Chinese message names the cause.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<Postgres> {
  const { log, progress = () => {}, throwaway = false } = options;
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  // As root PostgreSQL's account must be able to walk through; what lies inside guards itself.
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  const release = await acquireOwnerLock(dataDir);
  try {
    const account = postgresAccount(join(dataDir, 'cluster'));
    const binaries = locateBinaries(account);
    const folder = clusterFolder(dataDir, account);
    const secrets = loadSecrets(dataDir, folder);
    if (needsInitialising(dataDir, folder)) {
      progress('首次启动，正在初始化内置数据库');
      await initialiseCluster({ dataDir, cluster: folder, binaries, account, secrets, throwaway });
    }
    const sockets = socketFolder(dataDir, account);
    const cluster: Cluster = { dataDir, folder, sockets, account, superPassword: secrets.superuser };

    const start = async (): Promise<Postmaster> => {
      await clearRemains(cluster, log);
      writeSettings(folder, account, throwaway, options.buffers);
      progress('正在启动内置数据库');
      return await launch(cluster, binaries.postgres, progress);
    };
    let postmaster: Postmaster = (await adopt(cluster, log)) ?? (await start());
    const stopWatching = watch(
      cluster,
      log,
      () => postmaster.pid,
      async () => {
        postmaster = await start();
      },
    );

    let stopping: Promise<void> | undefined;
    const url = (role: string, password: string, database: string) =>
      socketUrl(postmaster.sockets, role, password, database);
    return {
      superUrl: url(clusterRoles.superuser, secrets.superuser, 'postgres'),
      ownerUrl: url(clusterRoles.owner, secrets.owner, clusterRoles.database),
      appUrl: url(clusterRoles.app, secrets.app, clusterRoles.database),
      adopted: postmaster.adopted,
      get pid() {
        return postmaster.pid;
      },
      stop() {
        stopping ??= (async () => {
          await stopWatching();
          await shutDown(postmaster.pid, log);
          if (!postmaster.sockets.startsWith(dataDir)) rmSync(postmaster.sockets, { recursive: true, force: true });
          release();
        })();
        return stopping;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function adopt(cluster: Cluster, log: DatabaseLog): Promise<Postmaster | undefined> {
  const left = readPidFile(cluster.folder);
  if (left === undefined || !isPostgresOf(left.pid, cluster.folder)) return undefined;
  // One that is stopping takes nobody in any more, and may never come to its end: its recovery was cut short, or a
  // client does not leave. What it leaves undone the next start recovers.
  if (left.stopping && !(await waitForExit(left.pid, stoppingPatience))) {
    log.warn(`内置数据库（进程 ${left.pid}）停止时停住了，将其结束后重新启动`);
    await shutDown(left.pid, log, 'SIGQUIT');
  }
  if (left.stopping) return undefined;
  try {
    await waitUntilReady(left.sockets, cluster.superPassword, left.pid, 20_000);
    log.info(`接管仍在运行的内置数据库（进程 ${left.pid}）`);
    return { pid: left.pid, adopted: true, sockets: left.sockets };
  } catch (error) {
    log.warn(`仍在运行的内置数据库（进程 ${left.pid}）无法连接，将其停止后重新启动：${(error as Error).message}`);
    await shutDown(left.pid, log);
    return undefined;
  }
}

// After a kill -9 of the postmaster its children end by themselves; a new one must not start before they are gone,
// and PostgreSQL's own check for that needs the old postmaster.pid, so the file goes only when they have.
async function clearRemains(cluster: Cluster, log: DatabaseLog): Promise<void> {
  const started = Date.now();
  for (let left = postgresProcessesOf(cluster.folder); left.length > 0; left = postgresProcessesOf(cluster.folder)) {
    const waited = Date.now() - started;
    if (waited > 15_000) throw new Error(`内置数据库的旧进程 ${left.join('、')} 无法结束，请手工结束后重新启动。`);
    for (const child of waited > 3_000 ? left : []) signal(child, waited > 10_000 ? 'SIGKILL' : 'SIGQUIT');
    await sleep(50);
  }
  const killed = readPidFile(cluster.folder);
  if (killed !== undefined) log.warn(`内置数据库上次没有正常停止（进程 ${killed.pid} 已不在），将自动恢复`);
  rmSync(join(cluster.folder, 'postmaster.pid'), { force: true });
  clearSocket(cluster.sockets);
}

async function launch(cluster: Cluster, postgres: string, progress: (message: string) => void): Promise<Postmaster> {
  const logFile = join(cluster.dataDir, 'postgres.log');
  boundLog(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(postgres, ['-D', cluster.folder, '-k', cluster.sockets], {
    ...cluster.account,
    cwd: '/',
    env: postgresEnvironment,
    // A session of its own: Ctrl-C reaches the whole foreground group, and PostgreSQL must outlive the server.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => {});
  const { pid } = child;
  if (pid === undefined) return failed;
  try {
    await waitUntilReady(cluster.sockets, cluster.superPassword, pid, readyTimeout, progress);
  } catch (error) {
    signal(pid, 'SIGQUIT');
    await waitForExit(pid, 10_000);
    throw new Error(`内置数据库启动失败：${(error as Error).message}\n${logTail(logFile)}`);
  }
  return { pid, adopted: false, sockets: cluster.sockets };
}

async function waitUntilReady(
  sockets: string,
  password: string,
  pid: number,
  timeout: number,
  progress: (message: string) => void = () => {},
): Promise<void> {
  const started = Date.now();
  let told = 0;
  for (;;) {
    const client = new pg.Client({
      connectionString: socketUrl(sockets, clusterRoles.superuser, password, 'postgres'),
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      // 57P03: still starting up, recovering or shutting down.
      if (!['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code)) throw error;
      if (!isAlive(pid)) throw new Error(`进程 ${pid} 已退出`);
      const waited = Date.now() - started;
      if (waited > timeout) throw new Error(`等待 ${Math.round(timeout / 1000)} 秒后仍不能连接（${message}）`);
      if (waited - told > 3_000) {
        told = waited;
        progress(`正在等待内置数据库恢复，已用 ${Math.round(waited / 1000)} 秒`);
      }
      await sleep(25);
    }
  }
}

const shutDownSteps = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 15_000],
  ['SIGKILL', 5_000],
] as const;

async function shutDown(pid: number, log: DatabaseLog, from: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  for (const [name, patience] of shutDownSteps.slice(from === 'SIGINT' ? 0 : 1)) {
    if (name !== from) log.warn(`内置数据库（进程 ${pid}）没有及时停止，改用 ${name}`);
    signal(pid, name);
    if (await waitForExit(pid, patience)) return;
  }
  throw new Error(`内置数据库（进程 ${pid}）无法停止`);
}

function watch(cluster: Cluster, log: DatabaseLog, pid: () => number, restart: () => Promise<void>) {
  const restarts: number[] = [];
  let running: Promise<void> | undefined;
  const check = async () => {
    boundLog(join(cluster.dataDir, 'postgres.log'));
    if (isAlive(pid())) return;
    const now = Date.now();
    if (restarts.filter((at) => now - at < restartWindow).length >= restartsAllowed) return;
    restarts.push(now);
    log.error(`内置数据库（进程 ${pid()}）意外退出，正在重新启动`);
    try {
      await restart();
      log.info(`内置数据库已重新启动（进程 ${pid()}）`);
    } catch (error) {
      log.error((error as Error).message);
    }
  };
  const timer = setInterval(() => {
    running ??= check().finally(() => {
      running = undefined;
    });
  }, 1_000);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function readPidFile(cluster: string): { pid: number; sockets: string; stopping: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), sockets: lines[4] ?? '', stopping: lines[7]?.trim() === 'stopping' };
  } catch {
    return undefined;
  }
}
