import { Worker } from 'node:worker_threads';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { boundDocument } from './bound-document.ts';
import type { PrintDocument } from './print-document.ts';
import type { PrintJob, PrintResult } from './print-worker.ts';

/** Makes PDF files in a thread of its own. */
export interface PrintPool {
  /**
   * The document as PDF. Throws `tooManyRequests` where too many wait, `printTooLarge` where it takes too long or too
   * much memory.
   */
  render(document: PrintDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface PrintPoolOptions {
  /** Milliseconds for one document. Default 30,000. */
  readonly within?: number;
  /** Documents that may wait. Default 30. */
  readonly waiting?: number;
  /** Megabytes of the thread. Default 512. */
  readonly megabytes?: number;
  /** Milliseconds without work after which the thread ends and gives its memory back. Default 120,000. */
  readonly idle?: number;
}

interface Task {
  readonly document: PrintDocument;
  resolve(pdf: Uint8Array): void;
  reject(error: Error): void;
}

/** Creates the pool; its thread starts with the first document. One at a time: two would only share the same cores. */
export function createPrintPool(options: PrintPoolOptions = {}): PrintPool {
  const { within = 30_000, waiting = 30, megabytes = 512, idle = 120_000 } = options;
  const queue: Task[] = [];
  let worker: Worker | undefined;
  let current: { readonly id: number; readonly task: Task; readonly timer: NodeJS.Timeout } | undefined;
  let resting: NodeJS.Timeout | undefined;
  let last = 0;
  let closed = false;

  function start(): Worker {
    const made = new Worker(new URL('./print-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 64 },
      // Nothing of the server's settings is the thread's business.
      env: {},
      execArgv: [],
    });
    made.on('message', (result: PrintResult) => {
      if (current?.id !== result.id) return;
      const { task } = settle();
      if ('pdf' in result) task.resolve(result.pdf);
      else task.reject(new Error(result.error));
      next();
    });
    // Out of memory ends the thread; the next document gets another one.
    const lost = (): void => {
      if (worker !== made) return;
      worker = undefined;
      if (current !== undefined) settle().task.reject(new AnlanError('printTooLarge'));
      next();
    };
    made.on('error', lost);
    made.on('exit', lost);
    made.unref();
    return made;
  }

  function settle() {
    const done = current;
    if (done === undefined) throw new Error('no document is being printed');
    clearTimeout(done.timer);
    current = undefined;
    return done;
  }

  function next(): void {
    clearTimeout(resting);
    if (current !== undefined) return;
    const task = queue.shift();
    if (task === undefined) {
      resting = setTimeout(stop, idle);
      resting.unref();
      return;
    }
    worker ??= start();
    last += 1;
    const timer = setTimeout(() => {
      const { task: late } = settle();
      stop();
      late.reject(new AnlanError('printTooLarge'));
      next();
    }, within);
    current = { id: last, task, timer };
    worker.postMessage({ id: last, document: task.document } satisfies PrintJob);
  }

  function stop(): void {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  }

  return {
    render(document) {
      if (closed || queue.length >= waiting) return Promise.reject(new AnlanError('tooManyRequests'));
      return new Promise((resolve, reject) => {
        queue.push({ document: boundDocument(document), resolve, reject });
        next();
      });
    },
    async close() {
      closed = true;
      clearTimeout(resting);
      for (const task of queue.splice(0)) task.reject(new AnlanError('tooManyRequests'));
      const ended = worker;
      worker = undefined;
      if (current !== undefined) settle().task.reject(new AnlanError('tooManyRequests'));
      await ended?.terminate();
    },
  };
}
