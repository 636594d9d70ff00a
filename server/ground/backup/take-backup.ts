import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clusterRoles, type Secrets, socketUrl } from '../database/supervisor-cluster.ts';
import { copyFile, listTree } from './copy-tree.ts';
import { BACKUP_FORMAT, BackupError, type BackupFile, formatManifest, MANIFEST } from './manifest.ts';

/** What a backup is made of. */
interface BackupOptions {
  /** Data folder of the product. */
  readonly dataDir: string;
  /** Folder that the backup becomes; must not exist yet. */
  readonly target: string;
  /** Version of the product. */
  readonly version: string;
  readonly now: Date;
  /** Told in Chinese what is being done. Default nobody. */
  readonly progress?: (message: string) => void;
  /** Stops the copying where it stands, as a killed process would. For tests. */
  readonly signal?: AbortSignal;
}

/** Path of the database's folder in the data folder. */
export const CLUSTER = 'postgres/cluster';

/** What belongs to the running process, or is made anew: locks, sockets, logs, files that are still arriving. */
const PASSING =
  /^(?:postgres\/(?:cluster|socket)|files\/arriving|logs?)(?:\/|$)|(?:^|\/)owner\.lock|\.log(?:\.\d+)?$|\.new$/;

/** What PostgreSQL makes anew when it starts; its folders must be there, empty. */
const REMADE =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init[^/]*|postmaster\.pid|postmaster\.opts)(?:\/|$)/;

/**
 * Writes a backup of database, files and keys while the product serves. It stands under its name only when it is whole:
 * until then the folder ends with `.partial` and has no manifest. Throws BackupError, in Chinese, where it cannot be made.
 */
export async function takeBackup(options: BackupOptions): Promise<void> {
  const { dataDir, target, version, now, progress = () => {}, signal } = options;
  if (existsSync(target)) throw new BackupError(`备份目录 ${target} 已存在，请换一个`);
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const data = join(partial, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });

  const files = new Map<string, BackupFile>();
  const folders = new Set<string>();
  const take = async (root: string, at: string, paths: readonly string[]) => {
    for (const path of paths) {
      signal?.throwIfAborted();
      const name = at === '' ? path : `${at}/${path}`;
      const copied = await copyFile(join(root, path), join(data, name), name);
      if (copied !== undefined) files.set(name, copied);
    }
  };
  const takeRest = async () => {
    const rest = listTree(dataDir, (path) => PASSING.test(path));
    for (const folder of rest.folders) folders.add(folder);
    // Kept files never change; what was copied once stays, also where it is removed meanwhile.
    await take(
      dataDir,
      '',
      rest.files.filter((path) => !(path.startsWith('files/') && files.has(path))),
    );
  };

  progress('复制附件和密钥');
  await takeRest();
  progress('复制数据库');
  const cluster = realpathSync(join(dataDir, CLUSTER));
  await withBackupMode(dataDir, cluster, async ({ stop }) => {
    const tree = listTree(cluster, (path) => REMADE.test(path));
    for (const folder of ['', ...tree.folders]) folders.add(folder === '' ? CLUSTER : `${CLUSTER}/${folder}`);
    await take(cluster, CLUSTER, tree.files);
    const { label, spaces, first, last } = await stop();
    const write = async (name: string, text: string) => {
      const scratch = join(partial, name);
      writeFileSync(scratch, text, { mode: 0o600 });
      await take(partial, CLUSTER, [name]);
      rmSync(scratch);
    };
    await write('backup_label', label);
    if (spaces !== '') await write('tablespace_map', spaces);
    // Timeline and position make the name: what lies between them alphabetically lies between them in time.
    const wal = listTree(join(cluster, 'pg_wal'), (path) => path.includes('/')).files;
    const needed = wal.filter(
      (name) => name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last),
    );
    if (!needed.includes(first) || !needed.includes(last)) throw new BackupError('数据库的日志段不完整，请重新备份');
    folders.add(`${CLUSTER}/pg_wal`);
    await take(join(cluster, 'pg_wal'), `${CLUSTER}/pg_wal`, needed);
  });
  progress('复制备份期间新增的附件');
  // Files that records of the copied database name came before it was stopped, and so are there now.
  await takeRest();

  const postgres = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const manifest = {
    format: BACKUP_FORMAT,
    version,
    finishedAt: now.toISOString(),
    postgres,
    folders: [...folders].sort(),
    files: [...files.values()].sort((left, right) => (left.path < right.path ? -1 : 1)),
  };
  writeFileSync(join(partial, MANIFEST), formatManifest(manifest), { mode: 0o600, flush: true });
  renameSync(partial, target);
}

interface BackupMode {
  /** Ends it; gives what a restored cluster needs, and the first and last segment of the log. */
  stop(): Promise<{ readonly label: string; readonly spaces: string; readonly first: string; readonly last: string }>;
}

/** Runs `work` while PostgreSQL keeps all of its log; the session ends the mode by itself if the process dies. */
async function withBackupMode(
  dataDir: string,
  cluster: string,
  work: (mode: BackupMode) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl(dataDir, cluster) });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new BackupError(`连接不上内置数据库，请先启动平台再备份（${(error as Error).message}）`);
  }
  try {
    await client.query('set statement_timeout = 0; set idle_session_timeout = 0');
    // Without a slot the first segments may be recycled before they are copied.
    await client.query("select pg_create_physical_replication_slot('anlan_backup_' || pg_backend_pid(), true, true)");
    const started = await client.query<{ first: string }>(
      "select pg_walfile_name(pg_backup_start('anlan', fast => true)) as first",
    );
    await work({
      async stop() {
        const { rows } = await client.query<{ lsn: string; labelfile: string; spcmapfile: string }>(
          'select lsn::text, labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)',
        );
        const ended = rows[0];
        if (ended === undefined) throw new BackupError('数据库没有结束备份状态');
        const name = await client.query<{ last: string }>('select pg_walfile_name($1::pg_lsn) as last', [ended.lsn]);
        const first = started.rows[0]?.first ?? '';
        return { label: ended.labelfile, spaces: ended.spcmapfile, first, last: name.rows[0]?.last ?? '' };
      },
    });
  } finally {
    await client.end();
  }
}

function superUrl(dataDir: string, cluster: string): string {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) throw new BackupError('内置数据库没有运行，请先启动平台再备份');
  const sockets = readFileSync(pidFile, 'utf8').split('\n')[4] ?? '';
  const { superuser } = JSON.parse(readFileSync(join(dataDir, 'postgres', 'secrets.json'), 'utf8')) as Secrets;
  return socketUrl(sockets, clusterRoles.superuser, superuser, 'postgres');
}
