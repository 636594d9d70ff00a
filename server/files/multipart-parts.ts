import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { limitText } from '../ground/language/limit-text.ts';

/** Longest boundary between two parts, by RFC 2046; each character of it costs at every edge of what arrives. */
const longestBoundary = 70;

/** What a multipart body may hold; `parts` is asked for, since the parser only tells, and reads on to the end. */
type PartLimits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits'] & {
  readonly parts: number;
  /** Bytes of the whole body: one without a length, or without any part, would else be read for as long as it comes. */
  readonly bytes: number;
};

/**
 * The parts of a multipart body. Throws mediaTypeRefused for another body, malformedRequest for a boundary of more
 * than 70 characters, bodyTooLarge for more than `limits.bytes`, tooManyParameters as soon as more delimiters have come than there may be parts: the rest is
 * not read by parts.
 */
export async function* partsOf(request: FastifyRequest, { bytes, ...limits }: PartLimits): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw new AnlanError('mediaTypeRefused');
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const parts = request.parts({ limits })[Symbol.asyncIterator]();
  let next = parts.next();
  const tooMany = endAfter(request, Buffer.from(`\r\n--${boundary}`, 'latin1'), limits.parts, bytes);
  for (;;) {
    const { value, done } = await Promise.race([next, tooMany]);
    if (done === true) return;
    yield value;
    next = parts.next();
  }
}

function boundaryOf(contentType: string): string {
  const found = /;\s*boundary=(?:"([^"\\]*)"|([^\s;"]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  if (boundary.length > longestBoundary) throw new AnlanError('malformedRequest');
  return boundary;
}

// Parts without headers are none to the parser, which counts only those it gives.
function endAfter({ raw }: FastifyRequest, delimiter: Buffer, parts: number, bytes: number): Promise<never> {
  const ended = new Promise<never>((_resolve, reject) => {
    let found = 0;
    let left = bytes;
    const end = (error: AnlanError) => {
      raw.unpipe();
      raw.off('data', count);
      reject(error);
    };
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end(new AnlanError('bodyTooLarge', { limit: limitText(bytes) }));
      for (let at = chunk.indexOf(delimiter); at !== -1; at = chunk.indexOf(delimiter, at + delimiter.length)) {
        found += 1;
        // One begins each part, the last one ends the body.
        if (found > parts + 1) return end(new AnlanError('tooManyParameters', { limit: parts }));
      }
    };
    raw.prependListener('data', count);
  });
  ended.catch(() => undefined);
  return ended;
}
