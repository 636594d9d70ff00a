// `npm run backup -- [folder]`: writes database, files and keys into a folder, while the product serves. The folder is
// by default `backups/<time>` beside the data folder.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BackupError } from '../server/ground/backup/manifest.ts';
import { takeBackup } from '../server/ground/backup/take-backup.ts';

const dataDir = resolve(process.env.ANLAN_DATA?.trim() || '.data');
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  readonly version: string;
};
const now = new Date();
const name = now.toISOString().replace(/\D/g, '').slice(0, 14);
const target = resolve(process.argv[2] ?? join(dirname(dataDir), 'backups', name));

try {
  if (process.env.DATABASE_URL) {
    throw new BackupError(
      '平台用的是外部数据库（DATABASE_URL），它的备份由数据库管理员用 pg_dump 或 pg_basebackup 做；' +
        `附件和密钥请另外复制 ${dataDir}。步骤见 docs/operations.md`,
    );
  }
  await takeBackup({ dataDir, target, version, now, progress: (message) => console.log(`${message}…`) });
  console.log(`已备份到 ${target}`);
} catch (error) {
  console.error(error instanceof BackupError ? error.message : `备份没有完成：${(error as Error).message}`);
  process.exitCode = 1;
}
