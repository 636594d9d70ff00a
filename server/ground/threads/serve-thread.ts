import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-queue.ts';

/** Hands a part over, and comes back when it was taken. */
export type HandOver<Part> = (part: Part) => Promise<void>;

/**
 * Serves the tasks of a thread queue, one after the other.
 * @param work does one task; what it throws is told to whoever waits for it, with the stack, for the log.
 */
export function serveThread<Task, Result, Part = never>(
  work: (task: Task, handOver: HandOver<Part>) => Promise<Result>,
): void {
  let taken: (() => void) | undefined;
  const send = (message: FromThread<Result, Part>) => parentPort?.postMessage(message);

  async function serve(id: number, task: Task): Promise<void> {
    const handOver: HandOver<Part> = (part) =>
      new Promise((resolve) => {
        taken = resolve;
        send({ id, part });
      });
    try {
      send({ id, result: await work(task, handOver) });
    } catch (error) {
      send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }

  parentPort?.on('message', (message: ToThread<Task>) => {
    if ('taken' in message) taken?.();
    else void serve(message.id, message.task);
  });
}
