import { readFileSync, statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

/** The system account that PostgreSQL runs under; undefined means the account of this process. */
export type Account = { uid: number; gid: number };

/**
 * The account for PostgreSQL, which refuses to run as root. Undefined when this process is not root.
 * As root: the owner of an existing cluster folder, else `nobody`, else 65534.
 */
export function postgresAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  } catch {
    // There is no cluster yet.
  }
  const nobody = readLines('/etc/passwd').find((line) => line.startsWith('nobody:'));
  const [, , uid, gid] = (nobody ?? '').split(':').map(Number);
  return uid !== undefined && uid > 0 && gid !== undefined ? { uid, gid } : { uid: 65534, gid: 65534 };
}

/** True when the account may walk down to this existing folder, through every folder above it, and into it. */
export function isReachable(folder: string, account: Account): boolean {
  const root = parse(folder).root;
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === root) return true;
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
