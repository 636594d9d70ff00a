import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../fixtures/free-port.ts';
import { patient } from '../../fixtures/patience.ts';
import { copyDemoPlant } from './demo-plant.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Milliseconds in which the server must answer: it makes its database and the demo plant first, which took more than two
 * minutes on a machine that did much else.
 */
const STARTS_WITHIN = 300_000;

/** A server of the product in a process of its own, over a folder that goes with it. */
export interface ProductServer {
  /** The platform, without a slash at the end. */
  readonly url: string;
  /** The management system. */
  readonly adminUrl: string;
  /** Its data folder. */
  readonly dataDir: string;
  /** Everything that it has printed so far. */
  output(): string;
  /** Ends it as Ctrl+C does and removes its folder. */
  stop(): Promise<void>;
  /** Moves its clock on by minutes; only for a server with one that can be moved. */
  advance(minutes: number): Promise<void>;
  /** Ends it as a power cut does: it finishes nothing. */
  kill(): Promise<void>;
  /** Ends it and starts it again over the same folder and ports; throws what it printed when it does not come back. */
  restart(): Promise<void>;
}

/** Servers of this process that run now. */
const running = new Set<ProductServer>();
/** How many lines of a server are shown beside a story that failed. */
const LINES_SHOWN = 30;

/** The last that the running servers of this process have printed, warnings and errors of their logs among it. */
export function lastSaid(): string {
  return [...running]
    .map((server) => [server.url, ...server.output().trimEnd().split('\n').slice(-LINES_SHOWN)].join('\n'))
    .join('\n\n');
}

interface ProductServerOptions {
  /** Further environment; `DATABASE_URL` and `DATABASE_OWNER_URL` take another PostgreSQL than its own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds in which it must answer, and again in which it must be `filled`. Default 300,000. */
  readonly within?: number;
  /** When its clock begins, which `advance` moves on. Default this machine's clock, which nobody moves. */
  readonly from?: Date | 'now';
  /**
   * Whether it is given only once the demo plant has been written to its end, so that nothing moves which its people do
   * not move. Default as soon as it answers.
   */
  readonly filled?: boolean;
  /** A folder to run over, which stays when the server is stopped. Default one of its own, which goes with it. */
  readonly dataDir?: string;
}

/**
 * Starts a product server on free ports of 127.0.0.1 and waits until `/health` is well. Throws with its output else. A
 * folder of its own begins as a copy of the written demo plant that `ANLAN_DEMO_PLANT` names, else empty.
 */
export async function startProductServer(options: ProductServerOptions = {}): Promise<ProductServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'anlan-e2e-'));
  // Days and hours of the written plant are those of this machine's clock.
  const mayCopy =
    options.dataDir === undefined && !(options.from instanceof Date) && options.env?.DATABASE_URL === undefined;
  const isCopy = mayCopy && copyDemoPlant(dataDir);
  const [port, adminPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const printed: string[] = [];
  let child: ChildProcess | undefined;

  const start = async () => {
    const { from } = options;
    const entry = from === undefined ? 'server/assembly/main.ts' : 'tests/e2e/support/clocked-main.ts';
    const started = spawn(process.execPath, [join(root, entry)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', ...(from === undefined ? [] : (['ipc'] as const))],
      env: {
        ...process.env,
        NODE_ENV: '',
        HOST: '127.0.0.1',
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        ANLAN_DATA: dataDir,
        // Enough for each state; a suite that wants more says so. A copy has them: to look for it would take seconds.
        ANLAN_DEMO_DANGERS: isCopy ? '0' : '60',
        ...(from === undefined ? {} : { ANLAN_TEST_FROM: (from === 'now' ? new Date() : from).toISOString() }),
        ...options.env,
      },
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed.push(text);
        // The end of a long run says more than its beginning.
        if (printed.length > 4_000) printed.splice(0, 2_000);
      });
    }
    process.once('exit', killAtExit);
    await untilHealthy(started, url, options.within ?? STARTS_WITHIN, () => printed.join(''));
  };
  const killAtExit = () => {
    child?.kill('SIGTERM');
  };
  const end = async () => {
    process.off('exit', killAtExit);
    await ended(child);
  };

  const server: ProductServer = {
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    dataDir,
    output: () => printed.join(''),
    async stop() {
      running.delete(server);
      await end();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
    async advance(minutes) {
      if (child === undefined || options.from === undefined) throw new Error('这个服务端的时钟不能拨动');
      const moved = once(child, 'message');
      child.send({ advance: minutes });
      await moved;
    },
    async kill() {
      if (child === undefined) throw new Error('服务端没有在运行');
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async restart() {
      await end();
      await start();
    },
  };
  running.add(server);
  try {
    await start();
    if (options.filled === true && !isCopy) await untilFilled(server, options.within ?? STARTS_WITHIN);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function untilHealthy(child: ChildProcess, url: string, within: number, output: () => string): Promise<void> {
  const deadline = Date.now() + within;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`服务端启动失败（${child.exitCode ?? child.signalCode}）：\n${output()}`);
    }
    const healthy = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
    await sleep(100);
  }
  throw new Error(`服务端在 ${within / 1000} 秒内没有就绪：\n${output()}`);
}

async function untilFilled(server: ProductServer, within: number): Promise<void> {
  const deadline = Date.now() + within;
  while (!server.output().includes('隐患和排查计划写入完毕')) {
    if (server.output().includes('演示数据未能写完') || Date.now() > deadline) {
      throw new Error(`演示工厂没有写完：\n${server.output()}`);
    }
    await sleep(100);
  }
}

// A server that does not go by itself within 20 seconds is a fault that the caller sees.
async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)));
  child.kill('SIGTERM');
  const within = patient(20_000);
  if (await Promise.race([gone, sleep(within, false, { ref: false })])) return;
  child.kill('SIGKILL');
  await gone;
  throw new Error(`服务端收到 SIGTERM 后 ${within / 1_000} 秒仍未退出`);
}
