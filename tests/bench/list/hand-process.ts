import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { BenchProduct } from '../harness/bench-product.ts';

/** Starts the service that is written by hand, in a process of its own that ends with this one. */
export async function startHandWritten({
  appUrl,
  jwtSecret,
}: BenchProduct): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hand-written.ts')], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: appUrl, ANLAN_JWT_SECRET: jwtSecret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGTERM'));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`手写的服务端没有启动（${code}）`)));
  });
  return { url, process: child };
}
