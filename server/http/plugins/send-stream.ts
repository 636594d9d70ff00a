import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../../files/file-name.ts';
import type { StreamAnswer } from '../../reports/spreadsheet/stream-answer.ts';

/** Answers a file as it is read, for browsers to keep. */
export function sendStream(reply: FastifyReply, { contentType, name, content }: StreamAnswer): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header('content-disposition', contentDisposition('attachment', name))
    .header('x-content-type-options', 'nosniff')
    .send(content);
}
