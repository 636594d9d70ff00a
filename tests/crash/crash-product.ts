import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresProcessesOf, signal, waitForExit } from '../../server/ground/database/supervisor-process.ts';
import { copyDemoPlant, keepOnDisk } from '../e2e/support/demo-plant.ts';
import { freePort } from '../fixtures/free-port.ts';

const root = join(import.meta.dirname, '../..');

/** Which of the two dies first, and how long the other lives on. */
interface Blow {
  readonly first: 'node' | 'postgres';
  /** Milliseconds between the two. */
  readonly gap: number;
}

/** The whole product over a folder of its own, to be killed and started again. */
export interface CrashProduct {
  readonly url: string;
  readonly dataDir: string;
  /**
   * Starts it and waits until it is healthy; gives the milliseconds that this took.
   * @param program folder of the program. Default this one; another release starts over the same data.
   */
  start(program?: string): Promise<number>;
  /** Kills the server and every PostgreSQL process of its folder with signal 9; gives how many processes died. */
  kill(blow: Blow): Promise<number>;
  /** Ends it as Ctrl+C does. */
  end(): Promise<void>;
  /** Kills what may still run and removes the folder. */
  remove(): Promise<void>;
  output(): string;
}

/** The server's entry in a program: it stood in the folder itself before there were rooms. */
function entryOf(program: string): string {
  const entry = join(program, 'server/assembly/main.ts');
  return existsSync(entry) ? entry : join(program, 'server/main.ts');
}

/**
 * Prepares a product on free ports; nothing runs yet. It starts on a copy of the demo plant, where the run has written one,
 * unless its first start is what is killed.
 */
export async function crashProduct(
  env: Readonly<Record<string, string>>,
  plant: 'copied' | 'unwritten' = 'copied',
): Promise<CrashProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anlan-crash-'));
  if (plant === 'copied' && copyDemoPlant(dataDir)) keepOnDisk(dataDir);
  const [port, adminPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let printed: string[] = [];
  const clusterDir = join(dataDir, 'postgres', 'cluster');
  const cluster = () => (existsSync(clusterDir) ? realpathSync(clusterDir) : clusterDir);

  function killPostgres(): number {
    const found = new Set(postgresProcessesOf(cluster()));
    const pidFile = join(clusterDir, 'postmaster.pid');
    // Where processes cannot be listed by folder, the children end with their postmaster.
    if (process.platform !== 'linux' && existsSync(pidFile)) {
      found.add(Number(readFileSync(pidFile, 'utf8').split('\n')[0]));
    }
    for (const pid of found) signal(pid, 'SIGKILL');
    return found.size;
  }

  async function killAll({ first, gap }: Blow): Promise<number> {
    const pid = child?.pid;
    const killNode = () => {
      if (pid === undefined || child?.exitCode !== null || child.signalCode !== null) return 0;
      signal(pid, 'SIGKILL');
      return 1;
    };
    let killed = first === 'node' ? killNode() : killPostgres();
    if (gap > 0) await sleep(gap);
    killed += first === 'node' ? killPostgres() : killNode();
    // One that was being forked while the others were listed.
    for (let left = killPostgres(); left > 0; left = killPostgres()) {
      killed += left;
      await sleep(20);
    }
    if (pid !== undefined) await waitForExit(pid, 10_000);
    return killed;
  }

  const product: CrashProduct = {
    url,
    dataDir,
    output: () => printed.join(''),
    async start(program = root) {
      const begun = Date.now();
      printed = [];
      const started = spawn(process.execPath, [entryOf(program)], {
        cwd: program,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          NODE_ENV: '',
          HOST: '127.0.0.1',
          PORT: String(port),
          ADMIN_PORT: String(adminPort),
          ANLAN_DATA: dataDir,
          ANLAN_WATCH: '0',
          ...env,
        },
      });
      child = started;
      for (const stream of [started.stdout, started.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
      }
      while (Date.now() - begun < 120_000) {
        if (started.exitCode !== null || started.signalCode !== null) break;
        const healthy = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
          ({ ok }) => ok,
          () => false,
        );
        if (healthy) return Date.now() - begun;
        await sleep(50);
      }
      throw new Error(`服务端没有就绪：\n${printed.join('')}`);
    },
    kill: killAll,
    async end() {
      const pid = child?.pid;
      if (pid === undefined) return;
      signal(pid, 'SIGTERM');
      if (!(await waitForExit(pid, 20_000))) throw new Error('服务端收到 SIGTERM 后 20 秒仍未退出');
    },
    async remove() {
      await killAll({ first: 'node', gap: 0 });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return product;
}
