import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './locate-binaries.ts';
import { type Account, isReachable } from './supervisor-account.ts';

/** The passwords of the three roles, kept in `secrets.json` (0600) in the data folder. */
export type Secrets = { superuser: string; owner: string; app: string };

/** Names of the three roles and of the database that the product works in. */
export const clusterRoles = {
  superuser: 'postgres',
  owner: 'anlan_owner',
  app: 'anlan_app',
  database: 'anlan',
} as const;

const socketFile = '.s.PGSQL.5432';
const socketPathLimit = 107;
const unfinished = 'initdb.unfinished';

/** The environment PostgreSQL gets: nothing of ours, so that no PG* variable of a user bends it. */
export const postgresEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Reads the passwords, or makes them when the data folder has none yet. */
export function loadSecrets(dataDir: string, cluster: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  if (!needsInitialising(dataDir, cluster)) {
    throw new Error(`数据库密码文件 ${file} 不见了，但数据仍在 ${cluster}。请从备份恢复该文件后重新启动。`);
  }
  const password = () => randomBytes(24).toString('hex');
  const secrets: Secrets = { superuser: password(), owner: password(), app: password() };
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/**
 * The cluster folder, an absolute path without links. It lies in the data folder; only when PostgreSQL's account cannot
 * reach that (it may be below /root), the cluster lies in /var/lib/anlan and the data folder holds a link to it.
 */
export function clusterFolder(dataDir: string, account: Account | undefined): string {
  const cluster = join(dataDir, 'cluster');
  if (existsSync(cluster)) return realpathSync(cluster);
  if (account === undefined || isReachable(dataDir, account)) return cluster;
  mkdirSync('/var/lib/anlan', { recursive: true, mode: 0o755 });
  const outside = mkdtempSync('/var/lib/anlan/cluster-');
  own(outside, account);
  rmSync(cluster, { force: true });
  symlinkSync(outside, cluster);
  return outside;
}

/** True until initdb has run to its end: the marker that it leaves when it is cut short allows wiping, nothing else. */
export function needsInitialising(dataDir: string, cluster: string): boolean {
  return existsSync(join(dataDir, unfinished)) || !existsSync(join(cluster, 'PG_VERSION'));
}

/** Makes the cluster with initdb. What an earlier run that was cut short left behind is removed first. */
export async function initialiseCluster(options: {
  dataDir: string;
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  secrets: Secrets;
  throwaway: boolean;
}): Promise<void> {
  const { dataDir, cluster, binaries, account, secrets, throwaway } = options;
  const marker = join(dataDir, unfinished);
  if (existsSync(marker)) emptyFolder(cluster);
  writeFileSync(marker, '');
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  own(cluster, account);
  const scratch = mkdtempSync(join(systemTemporary(), 'anlan-initdb-'));
  own(scratch, account);
  const passwordFile = join(scratch, 'password');
  writeFileSync(passwordFile, secrets.superuser, { mode: 0o600 });
  own(passwordFile, account);
  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${cluster}`,
        `--username=${clusterRoles.superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--data-checksums',
        ...(throwaway ? ['--no-sync'] : []),
      ],
      { ...account, cwd: '/', env: postgresEnvironment },
    );
  } catch (error) {
    const detail = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw new Error(`初始化内置数据库失败（${cluster}）：${detail}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  appendFileSync(join(cluster, 'postgresql.conf'), "\ninclude_if_exists 'anlan.conf'\n");
  rmSync(marker);
}

const MEGABYTE = 1024 * 1024;

/** Pages that the product's database keeps at hand: an eighth of the machine's memory, from 256 MB to 2 GB. */
export function productBuffers(memory = totalmem()): string {
  return `${Math.round(Math.min(2_048, Math.max(256, memory / 8 / MEGABYTE)))}MB`;
}

/** Writes our settings; what an administrator sets with ALTER SYSTEM stands above them. */
export function writeSettings(
  cluster: string,
  account: Account | undefined,
  throwaway: boolean,
  buffers = throwaway ? '64MB' : productBuffers(),
): void {
  const settings: Record<string, string> = {
    listen_addresses: '',
    max_connections: '100',
    shared_buffers: buffers,
    jit: 'off',
    // Reads come from memory nearly always: three processes that wait for them would cost more than they bring.
    io_method: 'sync',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    log_statement: 'none',
    log_min_duration_statement: '-1',
    // A failing statement may hold personal data or a password.
    log_min_error_statement: 'panic',
    fsync: throwaway ? 'off' : 'on',
    synchronous_commit: 'on',
    full_page_writes: throwaway ? 'off' : 'on',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  const file = join(cluster, 'anlan.conf');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  own(file, account);
}

/**
 * The folder of the Unix socket, 0700 and PostgreSQL's own. It lies in the data folder, or under a short name among the
 * temporary files when the socket's path would not fit the system's limit of 107 bytes or could not be reached.
 */
export function socketFolder(dataDir: string, account: Account | undefined): string {
  const inside = join(dataDir, 'socket');
  const fits = Buffer.byteLength(join(inside, socketFile)) <= socketPathLimit;
  const name = `anlan-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const reachable = account === undefined || isReachable(dataDir, account);
  const folder = fits && reachable ? inside : join(systemTemporary(), name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || ![process.getuid?.(), account?.uid].includes(uid)) {
    throw new Error(`数据库套接字目录 ${folder} 属于其他用户，无法使用。请删除它后重新启动。`);
  }
  chmodSync(folder, 0o700);
  own(folder, account);
  return folder;
}

/** Removes the socket and its lock that a killed PostgreSQL left behind. Only while none runs on this cluster. */
export function clearSocket(folder: string): void {
  rmSync(join(folder, socketFile), { force: true });
  rmSync(join(folder, `${socketFile}.lock`), { force: true });
}

/** A connection address over the Unix socket in `folder`. */
export function socketUrl(folder: string, role: string, password: string, database: string): string {
  return `postgresql://${role}:${password}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}

/** Gives a file or folder to PostgreSQL's account; nothing to do when that is our own. */
export function own(path: string, account: Account | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

function emptyFolder(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function systemTemporary(): string {
  const folder = realpathSync(tmpdir());
  return Buffer.byteLength(folder) > 60 ? '/tmp' : folder;
}
