// A load client in a process of its own: `node load-client.ts <json options>`. It keeps N connections busy, one call at
// a time on each, and prints what it saw as JSON. It reads no more of an answer than its length, so that the two cores
// of a small machine are the server's.
import { connect, type Socket } from 'node:net';
import { median, percentile } from './statistics.ts';

/** What a load run is told. */
export interface LoadOptions {
  readonly host: string;
  readonly port: number;
  /** Paths with query, called in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
}

/** What a load run saw. */
export interface LoadResult {
  /** Answers a second. */
  readonly rps: number;
  /** Milliseconds from sending a call to the last byte of its answer. */
  readonly p50: number;
  readonly p95: number;
  readonly answers: number;
  /** Answers whose status was not 200. */
  readonly failures: number;
}

const separator = Buffer.from('\r\n\r\n');

/** Runs the load and gives what it saw. */
async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const requests = options.paths.map((path) => requestText(options, path));
  const latencies: number[] = [];
  let failures = 0;
  let turn = 0;
  const started = performance.now();
  const until = started + options.seconds * 1000;

  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = await open(options);
      const reader = answerReader(socket);
      while (performance.now() < until) {
        const sent = performance.now();
        socket.write(requests[turn++ % requests.length] ?? '');
        if ((await reader.next()) !== 200) failures += 1;
        latencies.push(performance.now() - sent);
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return {
    rps: latencies.length / seconds,
    p50: median(latencies),
    p95: percentile(latencies, 0.95),
    answers: latencies.length,
    failures,
  };
}

function requestText({ host, port, headers }: LoadOptions, path: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`GET ${path} HTTP/1.1`, `Host: ${host}:${port}`, 'Connection: keep-alive', ...lines, '', ''].join('\r\n');
}

function open({ host, port }: LoadOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Gives the status of one answer after another; an answer must name its length. */
function answerReader(socket: Socket): { next(): Promise<number> } {
  let held: Buffer = Buffer.alloc(0);
  let missing = -1;
  let status = 0;
  let settle: { resolve(status: number): void; reject(error: Error): void } | undefined;
  const advance = () => {
    if (missing < 0) {
      const end = held.indexOf(separator);
      if (end < 0) return;
      const head = held.subarray(0, end).toString('latin1');
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) {
        settle?.reject(new Error(`没有 content-length 的应答：\n${head}`));
        return;
      }
      missing = end + separator.length + Number(length);
    }
    if (held.length < missing) return;
    held = held.subarray(missing);
    missing = -1;
    settle?.resolve(status);
  };
  socket.on('data', (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    advance();
  });
  socket.once('error', (error) => settle?.reject(error));
  socket.once('close', () => settle?.reject(new Error('连接被关闭')));
  return { next: () => new Promise((resolve, reject) => (settle = { resolve, reject })) };
}

if (import.meta.main) {
  const options = JSON.parse(process.argv[2] ?? '') as LoadOptions;
  process.stdout.write(JSON.stringify(await runLoad(options)));
}
