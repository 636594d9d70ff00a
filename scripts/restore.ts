// `npm run restore -- <backup> [--replace]`: makes the data folder of a backup, with the product stopped.
import { resolve } from 'node:path';
import { BackupError } from '../server/ground/backup/manifest.ts';
import { restoreBackup } from '../server/ground/backup/restore-backup.ts';

const dataDir = resolve(process.env.ANLAN_DATA?.trim() || '.data');
const args = process.argv.slice(2);
const [backup] = args.filter((argument) => !argument.startsWith('--'));

try {
  if (backup === undefined) throw new BackupError('请写出备份目录：npm run restore -- <备份目录> [--replace]');
  if (process.env.DATABASE_URL) {
    throw new BackupError('平台用的是外部数据库（DATABASE_URL），请用 pg_restore 恢复它，步骤见 docs/operations.md');
  }
  const aside = await restoreBackup({
    backup: resolve(backup),
    dataDir,
    replace: args.includes('--replace'),
    now: new Date(),
    progress: (message) => console.log(`${message}…`),
  });
  console.log(`已恢复到 ${dataDir}`);
  if (aside !== undefined) console.log(`原来的数据目录保留在 ${aside}`);
} catch (error) {
  console.error(error instanceof BackupError ? error.message : `恢复没有完成：${(error as Error).message}`);
  process.exitCode = 1;
}
