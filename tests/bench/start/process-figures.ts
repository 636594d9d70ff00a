import { readFileSync } from 'node:fs';
import { postgresProcessesOf } from '../../../server/ground/database/supervisor-process.ts';

/** Ticks of a second in /proc, the same on all machines that Node runs on. */
const TICKS = 100;
/** A mapping of smaps begins: `7f12a000-7f12b000 rw-p …`; the last letter is `p` of a private one, `s` of a shared one. */
const MAPPING = /^[0-9a-f]+-[0-9a-f]+ ...([ps]) /;
const PRIVATE = /^Private_(?:Clean|Dirty):\s+(\d+) kB/;
const SHARED = /^Pss_Shmem:\s+(\d+) kB/gm;

/** What a server and its PostgreSQL have used. */
export interface Figures {
  /** Seconds of CPU, of the system and of children that have ended too. */
  readonly nodeCpu: number;
  readonly postgresCpu: number;
  /** MB that belong to one process alone. */
  readonly nodeMemory: number;
  readonly postgresMemory: number;
  /** MB that PostgreSQL's processes share and have touched: its buffers, above all. */
  readonly postgresShared: number;
}

/** Reads the figures of a server and of the PostgreSQL in this cluster folder. Linux only. */
export function figuresOf(pid: number, cluster: string): Figures {
  const postgres = postgresProcessesOf(cluster);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    nodeCpu: cpuOf(pid) + sum(childrenOf(pid, postgres).map(cpuOf)),
    postgresCpu: sum(postgres.map(cpuOf)),
    nodeMemory: privateMegabytes(pid),
    postgresMemory: sum(postgres.map(privateMegabytes)),
    postgresShared: sum(postgres.map(sharedMegabytes)),
  };
}

function cpuOf(pid: number): number {
  const stat = read(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime and stime of its own, then of children that it has waited for.
  return [11, 12, 13, 14].reduce((total, place) => total + Number(fields[place] ?? 0), 0) / TICKS;
}

/** Processes that the server has started, its PostgreSQL apart: those that have ended are counted with it. */
function childrenOf(pid: number, postgres: readonly number[]): readonly number[] {
  const ids = read(pid, `task/${pid}/children`).trim().split(' ').map(Number);
  return ids.filter((id) => id > 0 && !postgres.includes(id));
}

/** Pages of shared memory that a single process happens to map count as private to the kernel, but not here. */
function privateMegabytes(pid: number): number {
  let isPrivate = false;
  let total = 0;
  for (const line of read(pid, 'smaps').split('\n')) {
    const kind = MAPPING.exec(line)?.[1];
    if (kind !== undefined) isPrivate = kind === 'p';
    else if (isPrivate) total += Number(PRIVATE.exec(line)?.[1] ?? 0);
  }
  return total / 1_024;
}

function sharedMegabytes(pid: number): number {
  return [...read(pid, 'smaps_rollup').matchAll(SHARED)].reduce((total, [, value]) => total + Number(value), 0) / 1_024;
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It ended in between.
    return '';
  }
}
