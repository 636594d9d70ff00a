import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Unsent bytes after which a browser that does not read is let go; it comes again when it does. */
const MOST_UNSENT = 64 * 1024;

/** Begins a stream of server-sent events in place of an answer; what is written after its end goes nowhere. */
export function beginStream(reply: FastifyReply): { readonly raw: ServerResponse; write(text: string): void } {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  return {
    raw,
    write(text) {
      if (raw.writableEnded || raw.destroyed) return;
      if (raw.writableLength > MOST_UNSENT) raw.destroy();
      else raw.write(text);
    },
  };
}
