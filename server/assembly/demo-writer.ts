import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FileSettings } from '../files/file-services.ts';

/** What the process that writes the demo plant works with. */
export interface DemoWriting {
  readonly config: FileSettings;
  readonly timeZone: string;
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Dangers of the first company. */
  readonly count: number;
  /** The server's clock when the process began, in ms since 1970. */
  readonly now: number;
}

/** How it begins, and then for each turn whether it goes on. */
export type ToDemoWriter = { readonly begin: DemoWriting } | { readonly goesOn: boolean };

/** A line of its progress, the wish for another turn, or why it ended without being done. */
export type FromDemoWriter = { readonly line: string } | { readonly turn: true } | { readonly failed: string };

interface DemoWatch {
  progress(line: string): void;
  /** Waited for before each turn; false ends the work. */
  turn(): Promise<boolean>;
}

/**
 * Writes the demo plant's histories in a process of its own: requests never wait for its turn of the event loop, and its
 * memory goes with it. It ends by itself when this process does. Throws where it ends without being done.
 * @param file its module.
 */
export async function writeApart(file: string, writing: DemoWriting, { progress, turn }: DemoWatch): Promise<void> {
  const child = fork(file, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // It makes much and keeps little, and its memory goes with it: the small young space of the server is not for it.
    execArgv: [...process.execArgv, '--max-semi-space-size=64'],
  });
  let failed: string | undefined;
  // One that has just ended asks nothing any more.
  const tell = (message: ToDemoWriter) => child.connected && child.send(message, () => {});
  child.on('message', (message: FromDemoWriter) => {
    if ('line' in message) progress(message.line);
    else if ('failed' in message) failed = message.failed;
    else void turn().then((goesOn) => tell({ goesOn }));
  });
  tell({ begin: writing });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0) throw new Error(failed ?? `写入进程已结束（${signal ?? code}）`);
}
