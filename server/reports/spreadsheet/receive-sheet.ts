import type { FastifyRequest } from 'fastify';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { sanitiseFileName } from '../../files/file-name.ts';
import { partsOf } from '../../files/multipart-parts.ts';
import type { SentFile, SentSheet } from '../../records/service/handler.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { fileFault } from './read-workbook.ts';

/** What may stand around the file in a multipart body. */
const WRAPPING = 64 * 1024;

const tooLarge = () => fileFault(say('表格文件不能超过20M'));

/**
 * Reads the one file of a multipart body (field `file`) with the short texts beside it. Refuses another body 415, and a
 * file over 20 MB, none, or two of them by name.
 */
export async function receiveSheet(request: FastifyRequest): ReturnType<SentSheet['upload']> {
  if (!request.isMultipart()) throw new AnlanError('mediaTypeRefused');
  if (Number(request.headers['content-length'] ?? 0) > IMPORT_LIMITS.bytes + WRAPPING) throw tooLarge();
  const fields: Record<string, string> = {};
  let file: SentFile | undefined;
  const bytes = IMPORT_LIMITS.bytes + WRAPPING;
  const limits = {
    fileSize: IMPORT_LIMITS.bytes,
    files: 2,
    fields: 10,
    fieldSize: 1024,
    parts: 12,
    headerPairs: 50,
    bytes,
  };
  try {
    for await (const part of partsOf(request, limits)) {
      if (part.type !== 'file') {
        if (typeof part.value === 'string' && /^[a-z]{1,20}$/.test(part.fieldname)) fields[part.fieldname] = part.value;
        continue;
      }
      if (file !== undefined) throw fileFault(say('一次只能上传一个文件'));
      if (part.fieldname !== 'file') throw fileFault(say('文件的字段名须为file'));
      file = { content: await part.toBuffer(), name: sanitiseFileName(part.filename) };
      if (part.file.truncated) throw tooLarge();
    }
  } catch (error) {
    if (error instanceof AnlanError) throw error;
    throw fileFault(say('上传的内容不完整，请重新上传'));
  }
  if (file === undefined || file.content.length === 0) throw fileFault(say('请选择要上传的文件'));
  return { file, fields };
}
