import { crc32, deflateSync } from 'node:zlib';
import { chanceOf } from './seeded.ts';

const width = 320;
const height = 240;

/** Red, green and blue of the palette: sky, floor, wall, steel, pipes, vessel, rust, mark, paint. */
const palette = [
  [205, 220, 232],
  [150, 148, 140],
  [188, 182, 170],
  [120, 130, 138],
  [222, 196, 74],
  [92, 128, 166],
  [150, 84, 44],
  [214, 48, 40],
  [70, 150, 84],
] as const;

/**
 * A small PNG that stands for a photo of the plant: vessel, pipes and floor drawn from a number; before a repair with a
 * rusty spot and a red frame around it, afterwards painted over. About 1 kB.
 */
export function smallPicture(number: number, repaired: boolean): Uint8Array {
  const chance = chanceOf(number + 1);
  const pixels = new Uint8Array(width * height);
  const fill = (left: number, top: number, wide: number, high: number, colour: number) => {
    for (let y = Math.max(0, top); y < Math.min(height, top + high); y += 1) {
      pixels.fill(colour, y * width + Math.max(0, left), y * width + Math.min(width, left + wide));
    }
  };
  const ground = chance.between(170, 200);
  fill(0, ground, width, height - ground, 1);
  fill(chance.between(0, 60), chance.between(30, 70), chance.between(60, 120), ground, 2);
  fill(0, ground, width, height - ground, 1);
  const vessel = chance.between(120, 220);
  fill(vessel, chance.between(40, 90), chance.between(50, 90), ground - 60, 5);
  fill(0, ground, width, height - ground, 1);
  for (let pipe = chance.between(2, 4); pipe > 0; pipe -= 1) {
    fill(0, chance.between(60, ground - 15), width, chance.between(5, 10), chance.pick([3, 4]));
    fill(chance.between(10, 300), chance.between(20, 80), chance.between(5, 9), ground, 3);
  }
  const [x, y, size] = [chance.between(40, 250), chance.between(70, 160), chance.between(18, 34)];
  if (!repaired) {
    fill(x - 5, y - 5, size + 10, size + 10, 7);
    fill(x - 2, y - 2, size + 4, size + 4, 3);
  }
  fill(x, y, size, size, repaired ? 8 : 6);
  return encodePicture(pixels, width, palette);
}

/** A PNG by palette: one byte a pixel, row by row. */
export function encodePicture(pixels: Uint8Array, width: number, palette: readonly (readonly number[])[]): Buffer {
  const height = pixels.length / width;
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, by palette.
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
