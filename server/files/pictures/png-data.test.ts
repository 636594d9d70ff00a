import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../mocks/demo-plant/seeded.ts';
import { pngParts, pngSpread } from './png-data.ts';

const CHANNELS = { 0: 1, 2: 3, 4: 2, 6: 4 } as const;
type Kind = keyof typeof CHANNELS;

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length);
  head.write(name, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), content])));
  return Buffer.concat([head, content, sum]);
}

/** A picture of bytes as they stand in the file: each row behind its filter. */
function pngOf(width: number, height: number, kind: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, kind, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** What pngjs makes of it: the largest difference within a channel of four. */
function spreadOfDecoded(file: Buffer): number {
  const { data } = PNG.sync.read(file);
  const spreads = [0, 1, 2, 3].map((channel) => {
    const values = data.filter((_, at) => at % 4 === channel);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.max(...spreads);
}

describe('the spread of a PNG', () => {
  it('is that of its decoded pixels, whatever its channels and the filters of its rows', () => {
    const random = seededRandom(29);
    const whole = (most: number) => Math.floor(random() * (most + 1));
    const seen = new Set<number>();
    for (let run = 0; run < 600; run += 1) {
      const kind = ([0, 2, 4, 6] as const)[whole(3)] as Kind;
      const [width, height] = [1 + whole(6), 1 + whole(6)];
      const bytes = width * CHANNELS[kind];
      // Rows of small differences as well: a filter adds them up, and over 255 round again.
      const range = [0, 1, 3, 255][whole(3)] ?? 0;
      const rows = Buffer.concat(
        Array.from({ length: height }, () => {
          const filter = whole(4);
          seen.add(filter);
          return Buffer.from([filter, ...Array.from({ length: bytes }, () => whole(range))]);
        }),
      );
      const file = pngOf(width, height, kind, rows);
      const parts = pngParts(file);
      if (parts === undefined) throw new Error('refused');
      const wanted = spreadOfDecoded(file);
      expect(pngSpread(parts, 256), `${kind} ${width}x${height} ${rows.toString('hex')}`).toBe(wanted);
      const again = pngParts(file);
      if (again !== undefined) expect((pngSpread(again, 6) ?? 0) >= 6).toBe(wanted >= 6);
    }
    expect(seen.size).toBe(5);
  });

  it('is that of nothing where a part does not fit its sum', () => {
    const file = pngOf(2, 1, 0, Buffer.from([0, 1, 2]));
    for (const at of [20, file.length - 16]) {
      const broken = Buffer.from(file);
      broken.writeUInt8(broken.readUInt8(at) ^ 1, at);
      expect(pngParts(broken)).toBeUndefined();
    }
  });

  it('is left to a decoder where rows are no plain channels, or are not all there', () => {
    const spread = (width: number, height: number, kind: number, rows: Buffer) => {
      const parts = pngParts(pngOf(width, height, kind, rows));
      return parts && pngSpread(parts, 6);
    };
    expect(spread(2, 1, 3, Buffer.from([0, 1, 2]))).toBeUndefined();
    expect(spread(2, 2, 0, Buffer.from([0, 1, 2]))).toBeUndefined();
    expect(spread(2, 2, 0, Buffer.from([0, 9, 0, 5, 1, 2]))).toBeUndefined();
  });
});
