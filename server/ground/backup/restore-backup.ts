import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { postgresAccount } from '../database/supervisor-account.ts';
import { clusterFolder, own } from '../database/supervisor-cluster.ts';
import { liveOwner } from '../database/supervisor-lock.ts';
import { copyFile, listTree } from './copy-tree.ts';
import { BackupError, readManifest, verifyFiles } from './manifest.ts';
import { CLUSTER } from './take-backup.ts';

/** What is restored, and where. */
interface RestoreOptions {
  /** Folder of the backup. */
  readonly backup: string;
  /** Data folder that it becomes. */
  readonly dataDir: string;
  /** Whether a data folder that is there is set aside. Default false: then it must be missing or empty. */
  readonly replace?: boolean;
  readonly now: Date;
  /** Told in Chinese what is being done. Default nobody. */
  readonly progress?: (message: string) => void;
}

/**
 * Makes a data folder of a backup. All is checked before anything is touched, the folder is made beside the old one, and
 * takes its place at the end in one step; the old one stays under another name. Gives that name, undefined where there
 * was none. Throws BackupError, in Chinese, with the old state kept.
 */
export async function restoreBackup(options: RestoreOptions): Promise<string | undefined> {
  const { backup, dataDir, replace = false, now, progress = () => {} } = options;
  const manifest = readManifest(backup);
  const data = join(backup, 'data');
  progress(`核对 ${manifest.files.length} 个文件`);
  await verifyFiles(data, manifest);
  const owner = liveOwner(join(dataDir, 'postgres', 'owner.lock'));
  if (owner !== undefined) throw new BackupError(`进程 ${owner.pid} 正在使用 ${dataDir}，请先停止平台再恢复`);
  const taken = existsSync(dataDir) && readdirSync(dataDir).length > 0;
  if (taken && !replace) {
    throw new BackupError(`数据目录 ${dataDir} 不是空的；确实要换成备份请加 --replace，原目录会改名保留`);
  }

  const fresh = `${dataDir}.restoring`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(join(fresh, 'postgres'), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const account = postgresAccount(join(fresh, CLUSTER));
  const cluster = clusterFolder(join(fresh, 'postgres'), account);
  const placeOf = (path: string) =>
    path === CLUSTER || path.startsWith(`${CLUSTER}/`) ? join(cluster, path.slice(CLUSTER.length)) : join(fresh, path);
  progress('写入数据目录');
  for (const folder of manifest.folders) mkdirSync(placeOf(folder), { recursive: true, mode: 0o700 });
  for (const { path, sha256 } of manifest.files) {
    const copied = await copyFile(join(data, path), placeOf(path), path);
    if (copied?.sha256 !== sha256) throw new BackupError(`写入 ${path} 时内容有变，请检查磁盘后重试`);
  }
  const { folders, files } = listTree(cluster, () => false);
  for (const path of ['', ...folders, ...files]) own(join(cluster, path), account);

  const aside = taken ? `${dataDir}.before-${now.toISOString().replace(/\D/g, '').slice(0, 14)}` : undefined;
  if (aside !== undefined) renameSync(dataDir, aside);
  else rmSync(dataDir, { recursive: true, force: true });
  renameSync(fresh, dataDir);
  return aside;
}
