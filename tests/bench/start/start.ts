import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment, serverFlags } from '../../../scripts/server-process.mjs';
import { waitForExit } from '../../../server/ground/database/supervisor-process.ts';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { rounded } from '../harness/statistics.ts';
import { type Figures, figuresOf } from './process-figures.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** Seconds that the server stands idle before its memory is read: sessions of the busy time are given back by then. */
const IDLE = 60;

/**
 * A first start with the whole demo plant: CPU until it answers, of its tickets, of its dangers and of all, then the private
 * memory of node and PostgreSQL, idle and warm, and the same after a second start. Limits of the issue: 60 s for the
 * dangers, 250 MB. `ratio` is to these limits.
 */
export const bench: Bench = {
  name: 'start',
  async *run() {
    const folder = mkdtempSync(join(tmpdir(), 'anlan-start-'));
    try {
      const first = await launch(folder);
      await first.until('已就绪');
      const ready = first.figures();
      yield row('start-cpu-until-ready', ready.nodeCpu + ready.postgresCpu, 's', 60);
      await first.until('作业票写入完毕');
      const before = first.figures();
      yield row('start-cpu-tickets', cpu(before) - cpu(ready), 's', 60);
      await first.until('隐患和排查计划写入完毕');
      const after = first.figures();
      yield row('start-cpu-dangers', cpu(after) - cpu(before), 's', 60);
      yield row('start-cpu-all', cpu(after), 's', 60);
      yield row('start-cpu-dangers-node', after.nodeCpu - before.nodeCpu, 's', 60);
      yield row('start-cpu-dangers-postgres', after.postgresCpu - before.postgresCpu, 's', 60);
      yield* await memory('start-memory-first', first);
      await first.stop();
      const second = await launch(folder);
      await second.until('已就绪');
      yield row('start-cpu-again', cpu(second.figures()), 's', 60);
      yield* await memory('start-memory-again', second);
      await second.stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const cpu = ({ nodeCpu, postgresCpu }: Figures) => nodeCpu + postgresCpu;

async function memory(name: string, server: Launched): Promise<BenchRow[]> {
  progress(`空闲${IDLE}秒后读内存`);
  await sleep(IDLE * 1_000);
  const { nodeMemory, postgresMemory, postgresShared } = server.figures();
  return [
    row(name, nodeMemory + postgresMemory, 'MB', 250),
    row(`${name}-node`, nodeMemory, 'MB', 250),
    row(`${name}-postgres`, postgresMemory, 'MB', 250),
    // Its buffers, which are no process's own.
    row(`${name}-shared`, postgresShared, 'MB', 250),
  ];
}

function row(bench: string, value: number, unit: 's' | 'MB', limit: number): BenchRow {
  return {
    bench,
    ratio: rounded(value / limit),
    p50: rounded(value),
    p95: rounded(value),
    unit,
    against: `${limit} ${unit}`,
  };
}

interface Launched {
  until(printed: string): Promise<void>;
  figures(): Figures;
  stop(): Promise<void>;
}

async function launch(folder: string): Promise<Launched> {
  const child = spawn(process.execPath, [...serverFlags, join(root, 'server', 'assembly', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...serverEnvironment(root), ...process.env, PORT: '0', ADMIN_PORT: '0', ANLAN_DATA: folder },
  });
  const pid = child.pid ?? 0;
  process.once('exit', () => child.kill('SIGINT'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  return {
    async until(line) {
      while (!printed.includes(line)) {
        if (child.exitCode !== null) throw new Error(`服务端没有起来：\n${printed}`);
        await sleep(50);
      }
    },
    figures: () => figuresOf(pid, realpathSync(join(folder, 'postgres', 'cluster'))),
    async stop() {
      child.kill('SIGINT');
      await waitForExit(pid, 30_000);
    },
  };
}
