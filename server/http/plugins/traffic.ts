import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** When people last asked something of the server, for work that gives way to them. */
export interface Traffic {
  /** Notes each call of a site, when it comes and when it is answered. */
  watch(app: FastifyInstance): void;
  /** Waits until nobody has asked anything for a moment; where people never stop asking, no longer than its limit. */
  quiet(): Promise<void>;
}

interface TrafficOptions {
  /** Milliseconds without a call after which it is quiet. Default 250: between two calls of one page nothing goes on. */
  readonly moment?: number;
  /** Milliseconds after which work goes on all the same. Default 2,000. */
  readonly limit?: number;
  readonly now?: () => number;
}

/** Only what is asked of the interface counts: a monitor asks for `/health` all day. */
const counts = (url: string): boolean => url.startsWith('/api/');

/** Begins in quiet. */
export function createTraffic({
  moment = 250,
  limit = 2_000,
  now = () => performance.now(),
}: TrafficOptions = {}): Traffic {
  let last = Number.NEGATIVE_INFINITY;
  const note = async ({ url }: { readonly url: string }) => {
    if (counts(url)) last = now();
  };
  return {
    watch(app) {
      app.addHook('onRequest', note);
      app.addHook('onResponse', note);
    },
    async quiet() {
      const until = now() + limit;
      for (let rest = last + moment - now(); rest > 0 && now() < until; rest = last + moment - now()) {
        await sleep(Math.min(rest, until - now()));
      }
    },
  };
}
