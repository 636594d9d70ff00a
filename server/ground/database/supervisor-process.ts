import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const onLinux = process.platform === 'linux';

/** What identifies one process for good: its start time within one boot, because process numbers are used again. */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return onLinux ? linuxIdentity(pid) : portableIdentity(pid);
}

/** True while the process runs. A zombie counts as dead: it still answers signal 0 but will never work again. */
export function isAlive(pid: number): boolean {
  return processIdentity(pid) !== undefined;
}

/** Waits until the process is gone; false when it still runs after `timeout` milliseconds. */
export async function waitForExit(pid: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout;
  for (;;) {
    if (!isAlive(pid)) return true;
    if (Date.now() >= deadline) return false;
    await sleep(20);
  }
}

/** Sends a signal; a process that is already gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * True when the process is a PostgreSQL that works in this cluster folder (an absolute path without links):
 * every PostgreSQL process changes into its cluster folder when it starts.
 */
export function isPostgresOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (!onLinux) return portableCommand(pid).includes('postgres');
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster && /^postgres/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
  } catch {
    return false;
  }
}

/** Every PostgreSQL process that works in this cluster folder, the postmaster's children included. */
export function postgresProcessesOf(cluster: string): number[] {
  if (!onLinux) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(pid, cluster));
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in brackets may itself hold blanks and brackets, so count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    const started = fields[19];
    if (state === undefined || started === undefined || 'ZXx'.includes(state)) return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${started}`;
  } catch {
    return undefined;
  }
}

function portableIdentity(pid: number): string | undefined {
  const line = portable(pid, 'state=,lstart=');
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

function portableCommand(pid: number): string {
  return portable(pid, 'command=');
}

function portable(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}
