import type { WireFault } from '../core/wire/contract.ts';

/** A call that failed: status 0 where no answer came. */
export class ApiError extends Error {
  /** HTTP status; 0 for no connection, timeout or cancellation. */
  readonly status: number;
  /** `code` of the envelope; the status where the answer had none. */
  readonly code: number;
  /** Message of the server, fit to be shown. */
  readonly msg: string;
  /** Faults at places of the body. */
  readonly errors: readonly WireFault[];
  /** What the answer carries besides (the current record of a version conflict). */
  readonly data: unknown;
  /** Whether the caller cancelled it. */
  readonly cancelled: boolean;

  constructor(fault: {
    status: number;
    code?: number;
    msg: string;
    errors?: readonly WireFault[];
    data?: unknown;
    cancelled?: boolean;
  }) {
    super(fault.msg);
    this.name = 'ApiError';
    this.status = fault.status;
    this.code = fault.code ?? fault.status;
    this.msg = fault.msg;
    this.errors = fault.errors ?? [];
    this.data = fault.data ?? null;
    this.cancelled = fault.cancelled ?? false;
  }
}

/** How a failed call is told to the person. */
export type FaultNotice =
  | { readonly kind: 'notification'; readonly title: 'Forbidden'; readonly message: string }
  | { readonly kind: 'warning' | 'error'; readonly message: string };

/**
 * The error catalogue: 403 is a notification titled Forbidden, 500 and 400 are warnings, HTTP 200 with code 500 is an
 * error and with 400 a warning. A 400 that says the safety-measure signatures are incomplete is not shown. 401 is
 * answered by the logout and 409 by the page that holds the record, so neither has a notice here.
 */
export function noticeOf(error: ApiError): FaultNotice | undefined {
  if (error.cancelled || error.status === 401 || error.status === 409) {
    return undefined;
  }
  const failed = error.status >= 200 && error.status < 300 ? error.code : error.status;
  if (failed === 403) {
    return { kind: 'notification', title: 'Forbidden', message: error.msg };
  }
  if (failed === 400) {
    return isSignatureNotice(error.msg) ? undefined : { kind: 'warning', message: error.msg };
  }
  if (failed === 500) {
    return { kind: error.status === 500 ? 'warning' : 'error', message: error.msg };
  }
  return { kind: 'error', message: error.msg };
}

/** Whether a message says that the safety-measure confirmation is not signed by everyone yet (安全措施确认未全部签字). */
export function isSignatureNotice(message: string): boolean {
  return /安全措施确认/.test(message) && /(签字|签名)/.test(message) && /(未|没有|尚未).*(全部|完|全)/.test(message);
}

type Listener<T> = (value: T) => void;

/** A list of listeners; `on` returns the function that ends the listening. */
interface Channel<T> {
  on(listener: Listener<T>): () => void;
  emit(value: T): void;
}

function createChannel<T>(): Channel<T> {
  const listeners = new Set<Listener<T>>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit(value) {
      for (const listener of [...listeners]) {
        listener(value);
      }
    },
  };
}

/** Notices of failed calls; the shell shows them. */
export const faultChannel: Channel<FaultNotice> = createChannel();

/** Fired when an answer said 401 and no newer token is at hand; the shell logs out. */
export const sessionEndedChannel: Channel<ApiError> = createChannel();

/** Fired when the server answers with a metadata revision other than the last one seen. */
export const revisionChannel: Channel<string> = createChannel();
