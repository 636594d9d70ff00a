import { spawnSync } from 'node:child_process';
import { appendFileSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

const clusterIn = (folder: string) => join(folder, 'postgres', 'cluster');

/**
 * Fills a new data folder with the demo plant that `ANLAN_DEMO_PLANT` names, as `write-demo-plant.ts` has written it in
 * the same run: its days and hours are relative to when it was written. False where the variable names none.
 */
export function copyDemoPlant(dataDir: string): boolean {
  const written = process.env.ANLAN_DEMO_PLANT ?? '';
  if (written === '') return false;
  // Of all ways to copy, this one keeps whose the cluster is.
  const { status, stderr } = spawnSync('cp', ['-a', `${written}/.`, dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`复制演示工厂 ${written} 失败：${stderr}`);
  return true;
}

/** Has a copy written to the disk again as the product does it: its processes are going to be killed. */
export function keepOnDisk(dataDir: string): void {
  appendFileSync(join(clusterIn(dataDir), 'postgresql.conf'), '\nfsync = on\nfull_page_writes = on\n');
}

/** Makes a written demo plant ready for copies: they are thrown away, so nothing needs to reach the disk. */
export function settleDemoPlant(dataDir: string): void {
  const cluster = clusterIn(dataDir);
  // PostgreSQL of another account may have its cluster elsewhere; a copy would then share it.
  if (lstatSync(cluster).isSymbolicLink()) throw new Error(`${cluster} 不在数据目录里，不能复制`);
  appendFileSync(join(cluster, 'postgresql.conf'), '\nfsync = off\nfull_page_writes = off\n');
}
