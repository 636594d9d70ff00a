import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMediaSize } from '../../../../server/files/media-size.ts';
import { judgeDrawing, judgePhoto } from '../../../../server/files/pictures/judge-picture.ts';
import { grayPng } from '../../../fixtures/drawn-signature.ts';
import { swellingPng } from '../../../fixtures/swelling-png.ts';
import type { HostileKind } from '../hostile-kind.ts';

/** A kind of file that is taken from the disk. */
function fileKind(
  name: string,
  unit: string,
  largest: number,
  extension: string,
  content: (size: number) => Buffer,
  read: (path: string, extension: string) => Promise<unknown>,
): HostileKind {
  return {
    name,
    unit,
    largest,
    open() {
      const folder = mkdtempSync(join(tmpdir(), 'anlan-hostile-'));
      const path = join(folder, `a.${extension}`);
      return {
        prepare(size) {
          writeFileSync(path, content(size));
          return () => read(path, extension);
        },
        close: () => rm(folder, { recursive: true, force: true }),
      };
    },
  };
}

const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const tracks = Buffer.concat(Array.from({ length: 1_000 }, () => box('trak', Buffer.alloc(0))));
const comment = Buffer.from([0xff, 0xfe, 0, 2]);

/** Pictures and films that cost more to take in than to send. */
export const pictures: readonly HostileKind[] = [
  {
    name: 'picture-swelling-signature',
    unit: 'bytes unpacked',
    largest: 40_000_000,
    open: () => ({
      prepare(size) {
        const image = `data:image/png;base64,${swellingPng(size).toString('base64')}`;
        return () => judgeDrawing(image);
      },
    }),
  },
  fileKind('picture-swelling-photo', 'bytes unpacked', 200_000_000, 'png', swellingPng, judgePhoto),
  fileKind(
    'picture-pixels',
    'pixels',
    12_000_000,
    'png',
    // Of one colour: nothing ends the search for a difference before its end.
    (size) => grayPng(size / 4_000, 4_000, () => false),
    judgePhoto,
  ),
  fileKind(
    'picture-segments',
    'segments',
    1_000_000,
    'jpg',
    (size) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array.from({ length: size }, () => comment)]),
    readMediaSize,
  ),
  fileKind(
    'film-boxes',
    'boxes',
    2_000_000,
    'mp4',
    (size) => Buffer.concat(Array.from({ length: size / 1_000 }, () => box('moov', tracks))),
    readMediaSize,
  ),
];
