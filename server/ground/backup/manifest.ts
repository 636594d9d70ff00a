import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Format of backups that this version writes; it reads this one and those before. */
export const BACKUP_FORMAT = 1;

/** Name of the file that makes a folder a backup; it is written last. */
export const MANIFEST = 'manifest.json';

/** A file of a backup. */
export interface BackupFile {
  /** Path under the backup's `data` folder, with slashes. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** What a backup holds. */
interface Manifest {
  readonly format: number;
  /** Version of the product that wrote it. */
  readonly version: string;
  /** When it was finished, ISO 8601. */
  readonly finishedAt: string;
  /** Major version of the PostgreSQL whose files it holds. */
  readonly postgres: string;
  /** Folders, empty ones among them, which PostgreSQL does not make again. */
  readonly folders: readonly string[];
  readonly files: readonly BackupFile[];
}

/** A backup that must not be restored. The message is Chinese and says why. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Reads the manifest of a backup. Throws BackupError where it is missing, damaged or of a newer format. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(folder)) throw new BackupError(`没有这个备份目录：${folder}`);
  if (!existsSync(file)) {
    throw new BackupError(`${folder} 没有清单 ${MANIFEST}：备份没有做完，或这不是备份目录，不能恢复`);
  }
  const manifest = parseManifest(readFileSync(file, 'utf8'));
  if (manifest === undefined) throw new BackupError(`清单 ${file} 已损坏，不能恢复`);
  if (manifest.format > BACKUP_FORMAT) {
    throw new BackupError(`备份的格式是 ${manifest.format}，本版本只认识到 ${BACKUP_FORMAT}，请用更新的版本恢复`);
  }
  return manifest;
}

function parseManifest(text: string): Manifest | undefined {
  try {
    const { sum, ...manifest } = JSON.parse(text) as Manifest & { readonly sum: string };
    return sum === sumOf(manifest) && manifest.files.every(({ path }) => isInside(path)) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/** The manifest's text, with the sum that shows whether it was changed. */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sum: sumOf(manifest) }, null, 1)}\n`;
}

const sumOf = (manifest: Manifest): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Whether a path stays below the folder that it is joined to. */
const isInside = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..');

/** SHA-256 of a file, read in pieces. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Compares all files with the manifest. Throws BackupError that names the first one that is missing or differs. */
export async function verifyFiles(data: string, { files }: Manifest): Promise<void> {
  for (const { path, size, sha256 } of files) {
    const file = join(data, path);
    if (!existsSync(file)) throw new BackupError(`备份缺少文件 ${path}，不能恢复`);
    if (statSync(file).size !== size || (await hashFile(file)) !== sha256) {
      throw new BackupError(`备份中的 ${path} 与清单不一致，可能已损坏或被改动，不能恢复`);
    }
  }
}
