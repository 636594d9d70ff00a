import type { FastifyInstance } from 'fastify';

/** What the security headers depend on. */
interface SecurityHeaderOptions {
  /** Who may frame our pages, as in Content-Security-Policy. */
  readonly frameAncestors: string;
  /** Origins by which both ports are reached; where there are none, the host of each request is believed. */
  readonly origins?: readonly string[];
  /** Seconds for which browsers are to come by https only; 0: they are not told. */
  readonly hsts?: number;
  /** The port of the other site on the same host, that pages may call too. */
  otherPort(): number;
}

type Headers = Readonly<Record<string, string>>;

const always: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self), payment=()',
};

/** Headers of answers that are given before a request is understood: nothing of them is a page. */
export const bareHeaders: Headers = {
  ...always,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Sends a strict Content-Security-Policy and the usual headers with every answer. Scripts come from this origin only;
 * styles may be inline, because the component library writes its own.
 */
export function registerSecurityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): void {
  const { origins = [], hsts = 0 } = options;
  // What is answered before any hook runs carries the bare ones.
  app.server.prependListener('request', (_request, response) => {
    for (const [name, value] of Object.entries(bareHeaders)) response.setHeader(name, value);
  });
  app.addHook('onSend', async (request, reply) => {
    const other =
      origins.length > 0 ? origins.join(' ') : otherOrigin(request.protocol, request.hostname, options.otherPort());
    reply.headers(always);
    reply.header('content-security-policy', policy(other, options.frameAncestors));
    if (hsts > 0 && request.protocol === 'https') reply.header('strict-transport-security', `max-age=${hsts}`);
  });
}

function policy(other: string | undefined, frameAncestors: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    `connect-src 'self'${other === undefined ? '' : ` ${other}`}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
}

/** Origin of the other port on the host by which this one was reached; undefined for a host that is no plain name. */
export function otherOrigin(protocol: string, host: string, port: number): string | undefined {
  if (!/^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)$/.test(host) || port === 0) return undefined;
  return `${protocol === 'https' ? 'https' : 'http'}://${host}:${port}`;
}
