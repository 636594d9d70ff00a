import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { receiveUpload } from '../../../server/files/receive-upload.ts';
import { registerErrors } from '../../../server/http/plugins/errors.ts';
import { receiveSheet } from '../../../server/reports/spreadsheet/receive-sheet.ts';

/** A server that only receives files, as the product's does once it knows who calls. */
export interface MultipartServer {
  /** Status with which an upload is answered; its body comes in pieces, of 64 KB as connections bring them. */
  post(to: 'file' | 'sheet', boundary: string, body: Buffer, piece?: number): Promise<number>;
  /** Status with which a body of unknown length is answered. */
  stream(to: 'file' | 'sheet', pieces: Iterable<Buffer>): Promise<number>;
  close(): Promise<void>;
}

/** Makes one; it does not listen. */
export async function multipartServer(): Promise<MultipartServer> {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-hostile-'));
  const app = fastify() as unknown as FastifyInstance;
  registerErrors(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  app.post('/file', async (request) => {
    const { path } = await receiveUpload(request, join(folder, randomUUID()));
    await rm(path);
  });
  app.post('/sheet', async (request) => (await receiveSheet(request)).file.name);
  await app.ready();
  const send = async (to: string, boundary: string, pieces: Iterable<Buffer>) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/${to}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Readable.from(pieces),
    });
    if (statusCode >= 500) throw new Error(`answered ${statusCode}`);
    return statusCode;
  };
  return {
    post: (to, boundary, body, piece = 65_536) => send(to, boundary, piecesOf(body, piece)),
    stream: (to, pieces) => send(to, 'b', pieces),
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function* piecesOf(body: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length);
}
