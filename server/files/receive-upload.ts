import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import { say } from '../../src/core/text/say.ts';
import { discardArrival } from './file-store.ts';
import { partsOf } from './multipart-parts.ts';

/** Largest file in bytes: 100 MB (102400 KB). */
export const largestUpload = 102_400 * 1024;

// What stands around the file in a multipart body: boundaries, part headers and small fields.
const wrapping = 2 * 1024 * 1024;
// A client that does not stop sending after a refusal is read this far before its connection is cut.
const patience = 32 * 1024 * 1024;

/** A file on the local disk that nothing refers to yet. */
export interface ArrivedFile {
  readonly path: string;
  /** As the client sent it. */
  readonly name: string | undefined;
  readonly size: number;
  readonly sha256: string;
  /** When it was changed last on the uploader's device, in milliseconds since 1970; undefined where it does not say. */
  readonly lastModified?: number | undefined;
}

/**
 * Writes the one file of a multipart body (field `file`, and where it was changed last in `lastModified`) to a path,
 * never holding more than a chunk of it. Refuses (and
 * leaves nothing behind): other bodies 415, a file over `most` (default 100 MB) 413, none, an empty one, two of them, another field name
 * or a body that breaks off 400.
 */
export async function receiveUpload(request: FastifyRequest, path: string, most = largestUpload): Promise<ArrivedFile> {
  if (!request.isMultipart()) throw new AnlanError('mediaTypeRefused');
  try {
    if (Number(request.headers['content-length'] ?? 0) > most + wrapping) throw new AnlanError('fileTooLarge');
    return await readParts(request, path, most);
  } catch (error) {
    await discardArrival(path);
    letGo(request);
    if (error instanceof AnlanError || isOwnFault(error)) throw error;
    throw refused(say('上传的内容不完整，请重新上传'));
  }
}

async function readParts(request: FastifyRequest, path: string, most: number): Promise<ArrivedFile> {
  let arrived: ArrivedFile | undefined;
  let lastModified: number | undefined;
  const limits = {
    fileSize: most,
    files: 2,
    fields: 20,
    fieldSize: 65_536,
    parts: 22,
    headerPairs: 50,
    bytes: most + wrapping,
  };
  for await (const part of partsOf(request, limits)) {
    if (part.type !== 'file') {
      if (part.fieldname === 'lastModified') lastModified = timeOf(part.value);
      continue;
    }
    if (arrived !== undefined) throw refused(say('一次只能上传一个文件'));
    if (part.fieldname !== 'file') throw refused(say('文件的字段名须为file'));
    arrived = await writePart(part, path);
  }
  if (arrived === undefined) throw refused(say('请选择要上传的文件'));
  if (arrived.size === 0) throw refused(say('“{arrived}”是空文件', { arrived: arrived.name || say('文件') }));
  return { ...arrived, lastModified };
}

// A time that makes no sense is as good as none: it only serves to tell duplicates.
function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^[1-9]\d{0,13}$/.test(value) ? Number(value) : undefined;
}

async function writePart(part: MultipartFile, path: string): Promise<ArrivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  // Without this the rest of the body would be read to its end, however long, and thrown away.
  part.file.once('limit', () => part.file.destroy(new AnlanError('fileTooLarge')));
  await pipeline(
    part.file,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  if (part.file.truncated) throw new AnlanError('fileTooLarge');
  return { path, name: part.filename, size, sha256: hash.digest('hex') };
}

function refused(msg: string): AnlanError {
  return invalidInput([{ pointer: '/file', msg }]);
}

// A full or broken disk is no fault of the body.
function isOwnFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && !('code' in error && error.code === 'ECONNRESET');
}

// An answer is read only by clients that could send their body; a connection cut at once would lose it.
function letGo({ raw }: FastifyRequest): void {
  if (raw.destroyed) return;
  let more = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    more += chunk.length;
    if (more > patience) raw.destroy();
  });
  raw.resume();
}
