import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnlanError, type ErrorCode } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Envelope } from '../../../src/core/wire/contract.ts';
import { databaseFault, isUnreadableText, overdueStatement } from '../../ground/database/faults.ts';
import { inLanguage, requestLanguage } from '../../ground/language/language.ts';
import { limitText } from '../../ground/language/limit-text.ts';
import { orStorageFull } from '../../ground/storage-full.ts';
import { openBodyLimit } from './body-limits.ts';

/** The successful answer of every call but OAuth tokens and files. */
export function answer<T>(data: T, msg = say('操作成功')): Envelope<T> {
  return { code: 200, success: true, data, msg };
}

/** The envelope of an error of the catalogue. */
function errorEnvelope(error: AnlanError): Envelope<unknown> {
  const envelope = { code: error.status, success: false, data: error.data, msg: error.message };
  return error.faults.length === 0 ? envelope : { ...envelope, errors: error.faults };
}

// What Fastify itself throws, by its own codes.
const frameworkErrors: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedJson',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'mediaTypeRefused',
  FST_ERR_BAD_URL: 'unknownCall',
  FST_ERR_NOT_FOUND: 'unknownCall',
};

// What libraries refuse, by their status; a path that leads out of the folder is no path.
const ownStatus: Readonly<Record<number, ErrorCode>> = {
  403: 'unknownCall',
  404: 'unknownCall',
  405: 'unknownCall',
  408: 'requestTooSlow',
  413: 'bodyTooLarge',
  415: 'mediaTypeRefused',
};

const brokenOff: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

function limitOf({ routeOptions }: FastifyRequest): { limit: string } {
  return { limit: limitText(routeOptions.bodyLimit ?? openBodyLimit) };
}

function isGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/**
 * What is answered for anything thrown: errors of the catalogue as they are, the framework's by the table above, all
 * others as `internal` with the number under which the log holds the whole error.
 */
export function toAnlanError(thrown: unknown, request: FastifyRequest): AnlanError {
  const error = orStorageFull(thrown);
  if (error instanceof AnlanError) return error;
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number };
  const known = frameworkErrors[code];
  if (known !== undefined) return new AnlanError(known, limitOf(request));
  if (error instanceof SyntaxError && statusCode === 400) return new AnlanError('malformedJson');
  // The body of somebody who went away: nobody reads the answer, and nothing is wrong here.
  if (isGone(request) && brokenOff.has(code)) return new AnlanError('requestTooSlow');
  const fault = databaseFault(error);
  if (fault !== undefined) return new AnlanError(fault);
  if (isUnreadableText(error)) return new AnlanError('malformedRequest');
  if (statusCode >= 400 && statusCode < 500)
    return new AnlanError(ownStatus[statusCode] ?? 'malformedRequest', limitOf(request));
  return new AnlanError('internal', { requestId: request.id });
}

// What the server says on purpose is no fault of its own.
const isExpected = (code: ErrorCode) => ['notYetAlive', 'filesWaiting'].includes(code);

/** Seconds after which it is worth trying again. */
const retryAfter: Readonly<Partial<Record<ErrorCode, string>>> = {
  tooManyRequests: '60',
  filesWaiting: '10',
  databaseAway: '5',
  databaseBusy: '5',
};

/** Tells when to come back, where the error passes by itself. */
export function sendRetryAfter(reply: FastifyReply, code: ErrorCode): void {
  const seconds = retryAfter[code];
  if (seconds !== undefined) reply.header('retry-after', seconds);
}

/** A database that is away fails every call: one line each says so, without the stack. */
function logFault(request: FastifyRequest, error: unknown, shown: AnlanError): void {
  if (shown.status < 500 || isExpected(shown.code)) return;
  if (shown.code === 'databaseAway' || shown.code === 'databaseBusy') {
    const reason = error instanceof Error ? error.message : String(error);
    request.log.warn({ reason, statement: overdueStatement(error) }, shown.message);
  } else request.log.error({ err: error }, shown.message);
}

/** Answers every error in the envelope, and unknown paths under /api as `unknownCall`. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const shown = inLanguage(requestLanguage(request), () => toAnlanError(error, request));
    logFault(request, error, shown);
    sendRetryAfter(reply, shown.code);
    return reply.code(shown.status).send(errorEnvelope(shown));
  });
}

/** Answers what the framework could not even bring to a route, such as a broken address. */
export function answerUnreadable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const shown = inLanguage(requestLanguage(request), () => toAnlanError(error, request));
  void reply
    .code(shown.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope(shown)));
}
