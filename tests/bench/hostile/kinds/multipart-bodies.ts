import { largestHeaders } from '../../../../server/http/plugins/connections.ts';
import type { HostileInput, HostileKind } from '../hostile-kind.ts';
import { multipartServer } from '../multipart-server.ts';

/** Bytes of a body of parts: a fraction of what may come, many times what its parser keeps. */
const BODY = 4 * 1024 * 1024;
/** Bytes of the headers of one part that the parser keeps. */
const PART_HEADERS = 80 * 1024;
const FILE = 'content-disposition: form-data; name="file"; filename="a.txt"';

interface Upload {
  readonly boundary?: string;
  readonly body: string;
  /** Bytes of the pieces in which it is sent, where that matters. */
  readonly piece?: number;
}

const kind = (name: string, unit: string, largest: number, make: (size: number) => Upload): HostileKind => ({
  name: `multipart-${name}`,
  unit,
  largest,
  async open(): Promise<HostileInput> {
    const server = await multipartServer();
    return {
      prepare(size) {
        const { boundary = 'b', body, piece } = make(size);
        const bytes = Buffer.from(body, 'latin1');
        return async () => {
          await server.post('file', boundary, bytes, piece);
          await server.post('sheet', boundary, bytes, piece);
        };
      },
      close: () => server.close(),
    };
  },
});

const inBody = (name: string, part: string, before = '', after = ''): HostileKind =>
  kind(name, 'bytes', BODY, (size) => ({ body: before + part.repeat(Math.ceil(size / part.length)) + after }));

const inHeaders = (name: string, part: string, before: string, after = ''): HostileKind =>
  kind(name, 'bytes', PART_HEADERS - 1_000, (size) => ({
    body: `--b\r\n${before}${part.repeat(Math.ceil(size / part.length))}${after}\r\n\r\nx\r\n--b--\r\n`,
  }));

const started = `--b\r\n${FILE}\r\n\r\n`;

/** Uploads whose parts, part headers or boundaries are larger in one way than anybody means. */
export const multipartBodies: readonly HostileKind[] = [
  inBody('parts', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'),
  inBody('empty-parts', '--b\r\n'),
  inBody('files', `--b\r\n${FILE}\r\n\r\nx\r\n`),
  inBody('near-boundaries', '\r\n--', started),
  inBody('breaks', '\r\n', started),
  inBody('preamble', '\r\n-'),
  inBody('endless-headers', 'a: b\r\n', '--b\r\n'),
  inBody('long-field', 'x', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n'),
  inHeaders('headers', 'a: b\r\n', '', FILE),
  inHeaders('folded-headers', '\r\n x', FILE),
  inHeaders('parameters', ';a=b', FILE),
  inHeaders('repeated-names', ';name="file"', FILE),
  inHeaders('quotes', '\\"', `${FILE};x="`, '"'),
  inHeaders('backslashes', '\\', `${FILE};filename="`, '"'),
  inHeaders('name-of-dots', '.', 'content-disposition: form-data; name="file"; filename="', 'x"'),
  inHeaders('name-of-slashes', '/', 'content-disposition: form-data; name="file"; filename="', 'x"'),
  inHeaders('name-in-escapes', '%e7', 'content-disposition: form-data; name="file"; filename*=utf-8\'\'', ''),
  inHeaders('name-of-apostrophes', "'", 'content-disposition: form-data; name="file"; filename*=utf-8', ''),
  inHeaders('type-parameters', ';charset=x', `${FILE}\r\ncontent-type: text/plain`),
  kind('boundary', 'characters', largestHeaders - 1_000, (size) => {
    const boundary = 'b'.repeat(size);
    const near = `\r\n--${boundary.slice(1)}`;
    return { boundary, body: `--${boundary}\r\n${FILE}\r\n\r\n${near.repeat(Math.ceil(500_000 / size))}`, piece: 512 };
  }),
];
