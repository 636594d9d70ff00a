import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, type ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AnlanError, type ErrorCode } from '../../../src/core/errors/catalogue.ts';
import { openBodyLimit } from './body-limits.ts';
import type { CertificatePair } from './certificate.ts';
import { bareHeaders } from './security-headers.ts';

/**
 * Options by which Fastify makes a server of one or the other kind: plain HTTP, or with a certificate HTTPS with HTTP/2
 * and, for those who do not speak it, HTTP/1.1.
 */
export function transport(certificate: CertificatePair | undefined): { http?: ServerOptions } {
  // A request without host is ours to refuse, with the headers that every answer has.
  const wire = { maxHeaderSize: largestHeaders, requireHostHeader: false };
  if (certificate === undefined) return { http: wire };
  const settings = { maxConcurrentStreams: 100, maxHeaderListSize: largestHeaders };
  const https = { ...certificate, ...wire, settings, allowHTTP1: true, handshakeTimeout: 10_000 };
  // Fastify's types know a server of one kind at a time; both are used by what they have in common.
  return { http2: true, https, http2SessionTimeout: 65_000 } as { http?: ServerOptions };
}

/** How long a server waits for those who call. */
export interface Patience {
  /** Milliseconds for all headers of a request, from the connection or the answer before on. Default 10,000. */
  readonly headers?: number;
  /** Milliseconds in which a body may not move. Default 20,000. */
  readonly idle?: number;
  /** Milliseconds for any body, besides its length. Default 30,000. */
  readonly body?: number;
  /** Bytes a second that a body has to come with at least. Default 16,384. */
  readonly rate?: number;
  /** Milliseconds for which a connection without request stays open. Default 65,000. */
  readonly keepAlive?: number;
}

/** Milliseconds between two looks at who is late with his headers. */
const LOOK_EVERY = 2_000;

/** Largest size of the headers of one request, in bytes; its address is one of them. */
export const largestHeaders = 16 * 1024;

/**
 * Has a server let go of those who call and then do not speak: late headers, a body that stands still, and one that comes
 * more slowly than 16 KB a second once its first half minute is over are answered 408. An upload may so take as long as
 * it is large, and the stream of changes as long as it likes. Call it before it listens.
 */
export function registerPatience(app: FastifyInstance, patience: Patience = {}): void {
  const { headers = 10_000, idle = 20_000, body = 30_000, rate = 16_384, keepAlive = 65_000 } = patience;
  const server = app.server as Server & { connectionsCheckingInterval?: number };
  server.headersTimeout = headers;
  // Node has one time for small bodies and for large ones; bodies are watched below.
  server.requestTimeout = 0;
  server.keepAliveTimeout = keepAlive;
  server.connectionsCheckingInterval = Math.min(LOOK_EVERY, headers);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...bareHeaders, 'content-length': 0 }).end();
  });

  closeSessions(app);
  app.addHook('onResponse', async ({ raw }) => stopReading(raw));
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new AnlanError('malformedRequest');
    // By HTTP/2 the limit is only a wish.
    if (raw.httpVersionMajor === 2 && sizeOf(raw.rawHeaders) > largestHeaders) throw new AnlanError('headersTooLarge');
    // Nothing here unpacks bodies, whose sizes would be no measure then.
    if (!['identity', undefined].includes(raw.headers['content-encoding'])) throw new AnlanError('mediaTypeRefused');
    // What a test injects has come by no connection.
    if (!hasBody(request) || !('setTimeout' in raw)) return;
    let arrived = false;
    const refuse = () => {
      if (arrived) return;
      if (!reply.sent) {
        if (raw.httpVersionMajor === 1) reply.header('connection', 'close');
        void reply.send(new AnlanError('requestTooSlow'));
      }
      // An answer that nobody reads must not hold what it answers.
      setTimeout(() => endRequest(raw), 1_000).unref();
    };
    const deadline = setTimeout(refuse, body + (largestOf(request) / rate) * 1_000);
    raw.setTimeout(idle, refuse);
    const done = () => {
      // Afterwards the connection's time is Node's, for the next request.
      if (arrived) return;
      arrived = true;
      clearTimeout(deadline);
      raw.setTimeout(0);
    };
    raw.once('end', done);
    raw.once('close', done);
  });
}

// Of HTTP/2 the request is a stream of a connection that others share; destroying it leaves the stream open.
function endRequest(raw: IncomingMessage | Http2ServerRequest): void {
  if ('stream' in raw) raw.stream.close(constants.NGHTTP2_CANCEL);
  else raw.destroy();
}

const sizeOf = (headers: readonly string[]) => headers.reduce((sum, text) => sum + text.length, 0);

/** Bytes that are still read of a body once it was answered: most clients look for an answer when they have sent all. */
const mostUnread = 32 * 1024 * 1024;

// Who was refused might else go on sending for as long as he likes. Node reads what comes then by itself and tells nobody;
// HTTP/2 gives no more room to a stream that nobody reads.
function stopReading(raw: IncomingMessage): void {
  const { socket } = raw;
  if (raw.httpVersionMajor !== 1 || raw.complete || socket?.bytesRead === undefined) return;
  const most = socket.bytesRead + mostUnread;
  const watch = setInterval(() => {
    if (socket.bytesRead > most) socket.destroy();
    if (raw.complete || socket.destroyed) clearInterval(watch);
  }, 100).unref();
}

// Of HTTP/2 Node closes neither the sessions nor, on demand, the connections.
function closeSessions(app: FastifyInstance): void {
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<Socket>();
  const server = app.server as Server & { closeAllConnections?: () => void };
  if (server.closeAllConnections !== undefined) return;
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('secureConnection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.closeAllConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  app.addHook('preClose', async () => {
    for (const session of sessions) session.close();
  });
}

// Chunked bodies do not say how large they are: they get what the largest that the route takes would need.
function largestOf({ headers, routeOptions }: FastifyRequest): number {
  const upload = headers['content-type']?.startsWith('multipart/') === true;
  const limit = upload ? largestUpload : (routeOptions.bodyLimit ?? openBodyLimit);
  return Math.min(Number(headers['content-length'] ?? limit), limit);
}

const largestUpload = 100 * 1024 * 1024;

function hasBody({ raw, headers }: FastifyRequest): boolean {
  if (raw.httpVersionMajor === 1)
    return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return raw.method !== 'GET' && raw.method !== 'HEAD';
}

const causes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTooSlow',
};

/** Answers what Node itself could not read as a request, with the headers that every answer has, and closes. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, message } = new AnlanError(causes[error.code ?? ''] ?? 'malformedRequest');
  const body = JSON.stringify({ code: status, success: false, data: null, msg: message });
  const headers = {
    ...bareHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? 'Bad Request'}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

const REASONS: Readonly<Record<number, string>> = {
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};
