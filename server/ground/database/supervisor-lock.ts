import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './supervisor-process.ts';

type Owner = { pid: number; identity: string };

/** Thrown when a live process already owns the data folder. The message is Chinese and may be shown as it is. */
export class SecondOwnerError extends Error {
  readonly pid: number;
  constructor(pid: number, folder: string) {
    super(`数据目录已被占用：进程 ${pid} 正在使用 ${folder}。请先停止该进程，或用 ANLAN_DATA 指定另一个数据目录。`);
    this.name = 'SecondOwnerError';
    this.pid = pid;
  }
}

/**
 * Makes this process the owner of a data folder, by `owner.lock` (process number and start time) inside it.
 * A lock whose process is gone is taken over. Returns the function that gives the folder back.
 * Throws SecondOwnerError while a live process, this one included, holds the lock.
 */
export async function acquireOwnerLock(folder: string): Promise<() => void> {
  const file = join(folder, 'owner.lock');
  const identity = processIdentity(process.pid) ?? '';
  const guard = await guardTakeover(folder);
  try {
    const owner = liveOwner(file);
    if (owner !== undefined) throw new SecondOwnerError(owner.pid, folder);
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ pid: process.pid, identity } satisfies Owner), { mode: 0o600 });
    renameSync(draft, file);
  } finally {
    guard?.close();
  }
  return () => {
    if (liveOwner(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** The process that holds the lock file, or undefined when the file is missing, torn or of a process that is gone. */
export function liveOwner(file: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>;
    if (typeof owner.pid !== 'number' || typeof owner.identity !== 'string') return undefined;
    return processIdentity(owner.pid) === owner.identity ? { pid: owner.pid, identity: owner.identity } : undefined;
  } catch {
    return undefined;
  }
}

// Two processes that find the same stale lock must not both take it. An abstract socket is the one lock Node can
// hold that the kernel gives back when its holder is killed; it exists on Linux only.
async function guardTakeover(folder: string): Promise<Server | undefined> {
  if (process.platform !== 'linux') return undefined;
  const name = `\0anlan-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await listen(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || Date.now() > deadline) throw error;
      await sleep(10);
    }
  }
}

function listen(name: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(name, () => resolve(server));
  });
}
