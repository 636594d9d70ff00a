import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sanitiseFileName } from '../../server/files/file-name.ts';
import { type MultipartServer, multipartServer } from '../bench/hostile/multipart-server.ts';
import { cpuOf } from '../fixtures/growth.ts';
import { promised } from '../fixtures/patience.ts';

describe('a multipart body', () => {
  let server: MultipartServer;
  beforeAll(async () => {
    server = await multipartServer();
  });
  afterAll(() => server?.close());

  const FILE = 'content-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n';
  const field = 'content-disposition: form-data; name="a"\r\n\r\nx\r\n';
  const whole = (boundary: string, parts: readonly string[]) =>
    Buffer.from(`${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`);

  it.each([
    ['a boundary of 70 characters', 'b'.repeat(70), [FILE], 200],
    ['one of 71', 'b'.repeat(71), [FILE], 400],
    ['ten fields beside the file', 'b', [FILE, ...Array<string>(10).fill(field)], 200],
    ['thirty', 'b', [FILE, ...Array<string>(30).fill(field)], 400],
  ])('with %s', async (_title, boundary, parts, status) => {
    for (const to of ['file', 'sheet'] as const) {
      expect([to, await server.post(to, boundary, whole(boundary, parts), 512)]).toEqual([to, status]);
    }
  });

  it('that never comes to a part is read as far as an upload may be', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (const [to, most] of [
      ['file', 102],
      ['sheet', 21],
    ] as const) {
      let sent = 0;
      const endless = function* () {
        for (; sent < most + 100; sent += 1) yield piece;
      };
      expect([to, await server.stream(to, endless())]).toEqual([to, 413]);
      expect(sent).toBeLessThan(most + 40);
    }
  });

  it('of parts without end or content is not read by parts', async () => {
    const empty = Buffer.from('--b\r\n'.repeat(1_000_000));
    for (const to of ['file', 'sheet'] as const) {
      // All of them cost several seconds; those that may come, next to nothing.
      expect(await cpuOf(() => server.post(to, 'b', empty))).toBeLessThan(promised(1_000));
    }
  });
});

it('a file name of marks to be put in order keeps its ends and costs little', async () => {
  const name = `plan_${'\u0301\u0323'.repeat(40_000)}.txt`;
  expect(await cpuOf(() => sanitiseFileName(name))).toBeLessThan(200);
  const kept = sanitiseFileName(name);
  expect([kept.slice(0, 5), kept.slice(-4), kept.length <= 255]).toEqual(['plan_', '.txt', true]);
});
