import type { FastifyInstance } from 'fastify';

/** What the security headers depend on. */
export interface SecurityHeaderOptions {
  /** Who may frame our pages, as in Content-Security-Policy. */
  readonly frameAncestors: string;
  /** The port of the other site on the same host, that pages may call too. */
  otherPort(): number;
}

/**
 * Sends a strict Content-Security-Policy and the usual headers with every answer. Scripts come from this origin only;
 * styles may be inline, because the component library writes its own.
 */
export function registerSecurityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): void {
  app.addHook('onSend', async (request, reply) => {
    const other = otherOrigin(request.protocol, request.hostname, options.otherPort());
    reply.header(
      'content-security-policy',
      [
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
        `frame-ancestors ${options.frameAncestors}`,
      ].join('; '),
    );
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self), payment=()');
  });
}

/** Origin of the other port on the host by which this one was reached; undefined for a host that is no plain name. */
export function otherOrigin(protocol: string, host: string, port: number): string | undefined {
  if (!/^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)$/.test(host) || port === 0) return undefined;
  return `${protocol === 'https' ? 'https' : 'http'}://${host}:${port}`;
}
