import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundedReads, MOST_READS, readFilmSeconds, readMediaSize } from './media-size.ts';
import { readMpeg4Size } from './mpeg4-size.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-pixels-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sizeOf(content: Buffer, extension: string) {
  const file = path.join(folder, `a.${extension}`);
  await writeFile(file, content);
  const size = await readMediaSize(file, extension);
  return size === undefined ? undefined : [size.width, size.height];
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const segment = (marker: number, content: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(content.length + 2), content]);
const frame = (width: number, height: number, marker = 0xc0) =>
  segment(marker, Buffer.concat([Buffer.from([8]), u16(height), u16(width), Buffer.alloc(10)]));
const jpeg = (...segments: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments]);
const exif = (orientation: number, little: boolean) => {
  const two = (value: number) => (little ? u16(value).swap16() : u16(value));
  const four = (value: number) => (little ? u32(value).swap32() : u32(value));
  const entry = Buffer.concat([two(0x0112), two(3), four(1), two(orientation), two(0)]);
  const tiff = Buffer.concat([Buffer.from(little ? 'II' : 'MM'), two(42), four(8), two(1), entry, four(0)]);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
};

it('reads jpeg behind any number of segments, progressive too', async () => {
  expect(await sizeOf(jpeg(segment(0xe0, Buffer.alloc(14)), frame(4000, 3000)), 'jpg')).toEqual([4000, 3000]);
  const tables = [segment(0xc4, Buffer.alloc(60_000)), segment(0xe2, Buffer.alloc(65_000))];
  expect(await sizeOf(jpeg(...tables, Buffer.from([0xff]), frame(10, 20, 0xc2)), 'jpeg')).toEqual([10, 20]);
});

it.each([true, false])('turns jpeg as its EXIF says (little endian %s)', async (little) => {
  expect(await sizeOf(jpeg(exif(6, little), frame(4000, 3000)), 'jpg')).toEqual([3000, 4000]);
  expect(await sizeOf(jpeg(exif(3, little), frame(4000, 3000)), 'jpg')).toEqual([4000, 3000]);
});

it('reads png, gif, bmp and each kind of webp', async () => {
  const png = Buffer.concat([Buffer.alloc(8), u32(13), Buffer.from('IHDR'), u32(640), u32(480), Buffer.alloc(5)]);
  expect(await sizeOf(png, 'png')).toEqual([640, 480]);
  expect(await sizeOf(Buffer.concat([Buffer.from('GIF89a'), Buffer.from([64, 1, 240, 0])]), 'gif')).toEqual([320, 240]);
  const bmp = Buffer.alloc(54);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(30, 18);
  bmp.writeInt32LE(-20, 22);
  expect(await sizeOf(bmp, 'bmp')).toEqual([30, 20]);
  const webp = (kind: string, write: (bytes: Buffer) => void) => {
    const bytes = Buffer.alloc(30);
    bytes.write(`RIFF\0\0\0\0WEBP${kind}`, 'latin1');
    write(bytes);
    return bytes;
  };
  const lossy = webp('VP8 ', (bytes) => {
    bytes.writeUInt16LE(1366, 26);
    bytes.writeUInt16LE(768, 28);
  });
  const lossless = webp('VP8L', (bytes) => bytes.writeUInt32LE(((768 - 1) << 14) | (1366 - 1), 21));
  const extended = webp('VP8X', (bytes) => {
    bytes.writeUIntLE(1365, 24, 3);
    bytes.writeUIntLE(767, 27, 3);
  });
  for (const content of [lossy, lossless, extended]) expect(await sizeOf(content, 'webp')).toEqual([1366, 768]);
});

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};
const track = (width: number, height: number, turned: boolean, version = 0) => {
  const head = Buffer.alloc(version === 1 ? 96 : 84);
  const matrix = version === 1 ? 52 : 40;
  head[0] = version;
  if (turned) head.writeInt32BE(65_536, matrix + 4);
  else head.writeInt32BE(65_536, matrix);
  head.writeUInt32BE(width * 65_536, matrix + 36);
  head.writeUInt32BE(height * 65_536, matrix + 40);
  return box('trak', box('tkhd', head));
};

it('reads mp4 wherever its index stands, skips sound and turns what was filmed upright', async () => {
  const start = box('ftyp', Buffer.from('isom'));
  const index = box('moov', track(0, 0, false), track(1920, 1080, false));
  expect(await sizeOf(Buffer.concat([start, index]), 'mp4')).toEqual([1920, 1080]);
  const late = box('moov', track(1920, 1080, true, 1));
  const film = Buffer.concat([u32(1), Buffer.from('mdat'), u32(0), u32(100_016), Buffer.alloc(100_000)]);
  expect(await sizeOf(Buffer.concat([start, film, late]), 'mov')).toEqual([1080, 1920]);
});

it('reads webm, of an unknown length too', async () => {
  const element = (id: number[], content: Buffer) =>
    Buffer.concat([Buffer.from([...id, 0x40 | (content.length >> 8), content.length & 255]), content]);
  const video = element([0xe0], Buffer.concat([element([0xb0], u16(1280)), element([0xba], u16(720))]));
  const tracks = element([0x16, 0x54, 0xae, 0x6b], element([0xae], video));
  const head = element([0x1a, 0x45, 0xdf, 0xa3], Buffer.alloc(3));
  const streamed = Buffer.concat([
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255]),
    tracks,
  ]);
  expect(await sizeOf(Buffer.concat([head, streamed]), 'webm')).toEqual([1280, 720]);
  expect(await sizeOf(Buffer.concat([head, element([0x18, 0x53, 0x80, 0x67], tracks)]), 'mkv')).toEqual([1280, 720]);
});

it('says nothing of what it cannot read, and never runs on', async () => {
  for (const extension of ['jpg', 'png', 'gif', 'bmp', 'webp', 'mp4', 'webm']) {
    for (const content of [Buffer.alloc(0), Buffer.from('x'), Buffer.alloc(200, 255), Buffer.alloc(200_000)]) {
      const size = await sizeOf(content, extension);
      expect([extension, size === undefined || size.every((pixels) => pixels > 0)]).toEqual([extension, true]);
    }
  }
  expect(await sizeOf(Buffer.from('RIFF....AVI '), 'avi')).toBeUndefined();
});

it('looks at no more than so many places of a film whose parts are there to keep it busy', async () => {
  const tracks = Array.from({ length: 100 }, () => box('trak'));
  const film = Buffer.concat(Array.from({ length: 300 }, () => box('moov', ...tracks)));
  let reads = 0;
  const size = await readMpeg4Size(
    boundedReads(async (offset, length) => {
      reads += 1;
      return film.subarray(offset, offset + length);
    }),
  );
  expect([size, reads]).toEqual([undefined, MOST_READS]);
});

it('reads how long a film is, and nothing of one that does not say', async () => {
  const secondsOf = async (content: Buffer, extension: string) => {
    const file = path.join(folder, `film.${extension}`);
    await writeFile(file, content);
    return readFilmSeconds(file, extension);
  };
  const box = (type: string, content: Buffer) => Buffer.concat([u32(8 + content.length), Buffer.from(type), content]);
  const film = (head: Buffer) => Buffer.concat([box('ftyp', Buffer.alloc(8)), box('moov', box('mvhd', head))]);
  const short = Buffer.concat([Buffer.alloc(12), u32(600), u32(7_500), Buffer.alloc(20)]);
  expect(await secondsOf(film(short), 'mp4')).toBe(12.5);
  const long = Buffer.concat([Buffer.from([1]), Buffer.alloc(19), u32(1_000), u32(0), u32(3_000), Buffer.alloc(20)]);
  expect(await secondsOf(film(long), 'mov')).toBe(3);
  const unsaid = Buffer.concat([Buffer.alloc(12), u32(0), u32(0), Buffer.alloc(20)]);
  expect(await secondsOf(film(unsaid), 'mp4')).toBeUndefined();
  expect(await secondsOf(Buffer.from('no film at all'), 'mp4')).toBeUndefined();

  const element = (id: string, content: Buffer) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | content.length]), content]);
  const length = Buffer.alloc(8);
  length.writeDoubleBE(4_200);
  const info = element(
    '1549a966',
    Buffer.concat([element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])), element('4489', length)]),
  );
  expect(await secondsOf(element('18538067', info), 'webm')).toBe(4.2);
  expect(await secondsOf(element('18538067', element('1549a966', Buffer.alloc(0))), 'webm')).toBeUndefined();
});
