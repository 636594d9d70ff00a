import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { createThreadQueue } from '../../ground/threads/thread-queue.ts';
import { boundDocument } from './bound-document.ts';
import type { PrintDocument } from './print-document.ts';

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

const FAULTS = {
  busy: () => new AnlanError('tooManyRequests'),
  late: () => new AnlanError('printTooLarge'),
  lost: () => new AnlanError('printTooLarge'),
};

/** Creates the pool; its thread starts with the first document. */
export function createPrintPool(options: PrintPoolOptions = {}): PrintPool {
  const limits = { within: 30_000, waiting: 30, megabytes: 512, idle: 120_000, ...options };
  const script = new URL('./print-worker.ts', import.meta.url);
  const threads = createThreadQueue<PrintDocument, Uint8Array>(script, limits, FAULTS);
  return {
    async render(document) {
      threads.admit();
      return threads.run(boundDocument(document));
    },
    close: () => threads.close(),
  };
}
