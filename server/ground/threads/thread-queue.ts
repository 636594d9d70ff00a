import { Worker } from 'node:worker_threads';

/** What a thread may use, and who may wait for it. */
export interface ThreadLimits {
  /** Milliseconds for one task. */
  readonly within: number;
  /** Tasks that may wait behind the one that is worked at. */
  readonly waiting: number;
  /** Megabytes of the thread's heap. What it holds in buffers beside the heap its own script has to count. */
  readonly megabytes: number;
  /** Milliseconds without work after which the thread ends and gives its memory back. */
  readonly idle: number;
}

/** The errors of a task that the thread itself says nothing about. */
interface ThreadFaults {
  /** Too many wait. */
  busy(): Error;
  /** It took too long. */
  late(): Error;
  /** The thread ended over it: out of memory. */
  lost(): Error;
}

/** How a task waits for its turn. */
export interface Waits {
  /** Whether it is taken however many wait already: for what nobody looks at meanwhile and few do at a time. */
  readonly patient?: boolean;
}

/** A thread of its own for work on strangers' bytes, one task after the other: two would only share the same cores. */
export interface ThreadQueue<Task, Result, Part = never> {
  /** Has a task done. The thread goes on behind a part only when `onPart` has come back, so that parts cannot pile up. */
  run(task: Task, onPart?: (part: Part) => void, waits?: Waits): Promise<Result>;
  /** Throws the busy error where a task would not be taken now. */
  admit(): void;
  close(): Promise<void>;
}

/** What the queue sends to its thread. */
export type ToThread<Task> =
  | { readonly id: number; readonly task: Task }
  | { readonly id: number; readonly taken: true };

/** What it gets back. */
export type FromThread<Result, Part> =
  | { readonly id: number; readonly part: Part }
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: string };

interface Waiting<Task, Result, Part> {
  readonly task: Task;
  readonly onPart: ((part: Part) => void) | undefined;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/** Creates the queue over a script that calls `serveThread`; its thread starts with the first task. */
export function createThreadQueue<Task, Result, Part = never>(
  script: URL,
  { within, waiting, megabytes, idle }: ThreadLimits,
  faults: ThreadFaults,
): ThreadQueue<Task, Result, Part> {
  const queue: Waiting<Task, Result, Part>[] = [];
  let worker: Worker | undefined;
  let current:
    | { readonly id: number; readonly waiting: Waiting<Task, Result, Part>; readonly timer: NodeJS.Timeout }
    | undefined;
  let resting: NodeJS.Timeout | undefined;
  let last = 0;
  let closed = false;

  function start(): Worker {
    const made = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: Math.min(64, megabytes / 4) },
      // Nothing of the server's settings is the thread's business.
      env: {},
      execArgv: [],
    });
    made.on('message', (message: FromThread<Result, Part>) => {
      if (current?.id !== message.id) return;
      if ('part' in message) take(made, message.id, message.part);
      else {
        const { waiting: done } = settle();
        if ('result' in message) done.resolve(message.result);
        else done.reject(new Error(message.error));
        next();
      }
    });
    // Out of memory ends the thread; the next task gets another one.
    const lost = (): void => {
      if (worker !== made) return;
      worker = undefined;
      if (current !== undefined) settle().waiting.reject(faults.lost());
      next();
    };
    made.on('error', lost);
    made.on('exit', lost);
    return made;
  }

  function take(made: Worker, id: number, part: Part): void {
    try {
      current?.waiting.onPart?.(part);
      made.postMessage({ id, taken: true } satisfies ToThread<Task>);
    } catch (error) {
      giveUp(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function settle() {
    const done = current;
    if (done === undefined) throw new Error('no task is being worked at');
    clearTimeout(done.timer);
    current = undefined;
    return done;
  }

  function giveUp(error: Error): void {
    const { waiting: given } = settle();
    stop();
    given.reject(error);
    next();
  }

  function next(): void {
    clearTimeout(resting);
    if (current !== undefined) return;
    const first = queue.shift();
    if (first === undefined) {
      // Whoever waits for an answer keeps the process alive, an idle thread does not.
      worker?.unref();
      resting = setTimeout(stop, idle);
      resting.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    last += 1;
    const timer = setTimeout(() => giveUp(faults.late()), within);
    current = { id: last, waiting: first, timer };
    worker.postMessage({ id: last, task: first.task } satisfies ToThread<Task>);
  }

  function stop(): void {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  }

  const isFull = () => closed || queue.length >= waiting;

  return {
    run(task, onPart, { patient = false } = {}) {
      if (patient ? closed : isFull()) return Promise.reject(faults.busy());
      return new Promise((resolve, reject) => {
        queue.push({ task, onPart, resolve, reject });
        next();
      });
    },
    admit() {
      if (isFull()) throw faults.busy();
    },
    async close() {
      closed = true;
      clearTimeout(resting);
      for (const waitingOne of queue.splice(0)) waitingOne.reject(faults.busy());
      const ended = worker;
      worker = undefined;
      if (current !== undefined) settle().waiting.reject(faults.busy());
      await ended?.terminate();
    },
  };
}
