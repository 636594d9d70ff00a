import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FileSettings } from '../files/file-services.ts';

/** What the process that writes the demo plant works with. */
export interface DemoWriting {
  readonly config: FileSettings;
  readonly timeZone: string;
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Password of the accounts where the plant itself (organisation, people, registers) is written first. */
  readonly password?: string | undefined;
  /** Dangers of the first company; none of its histories are written where there are none. */
  readonly count: number;
  /** The server's clock when the process began, in ms since 1970. */
  readonly now: number;
}

/** How it begins, and then for each turn whether it goes on. */
export type ToDemoWriter = { readonly begin: DemoWriting } | { readonly goesOn: boolean };

/** A line of its progress, that the plant itself stands, the wish for another turn, or why it ended without being done. */
export type FromDemoWriter =
  | { readonly line: string }
  | { readonly stands: true }
  | { readonly turn: true }
  | { readonly failed: string };

interface DemoWatch {
  progress(line: string): void;
  /** Waited for before each turn; false ends the work. */
  turn(): Promise<boolean>;
}

/** A demo plant that is being written. */
export interface DemoWork {
  /** Kept when the plant itself stands, so that people can work there; fails with `done`. */
  readonly stands: Promise<void>;
  /** Kept when all of it is written; fails where the process ends without being done. */
  readonly done: Promise<void>;
}

/**
 * Writes the demo plant in a process of its own: requests never wait for its turn of the event loop, and its memory goes
 * with it. It ends by itself when this process does.
 * @param file its module.
 */
export function writeApart(file: string, writing: DemoWriting, { progress, turn }: DemoWatch): DemoWork {
  const child = fork(file, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // It makes much and keeps little, and its memory goes with it: the small young space of the server is not for it.
    execArgv: [...process.execArgv, '--max-semi-space-size=64'],
  });
  let failed: string | undefined;
  // One that has just ended asks nothing any more.
  const tell = (message: ToDemoWriter) => child.connected && child.send(message, () => {});
  const stands = Promise.withResolvers<void>();
  child.on('message', (message: FromDemoWriter) => {
    if ('line' in message) progress(message.line);
    else if ('stands' in message) stands.resolve();
    else if ('failed' in message) failed = message.failed;
    else void turn().then((goesOn) => tell({ goesOn }));
  });
  tell({ begin: writing });
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => {
    if (code !== 0) throw new Error(failed ?? `写入进程已结束（${signal ?? code}）`);
  });
  ended.catch(stands.reject);
  // Whoever waits for the end hears of it; the other need not be waited for.
  stands.promise.catch(() => {});
  return { stands: stands.promise, done: ended };
}
