import { type FileHandle, open } from 'node:fs/promises';
import type { MediaSize } from '../../src/core/files/upload-limits.ts';
import { readMatroskaSeconds, readMatroskaSize } from './matroska-size.ts';
import { readMpeg4Seconds, readMpeg4Size } from './mpeg4-size.ts';
import type { ReadBytes } from './read-bytes.ts';

type SizeReader = (read: ReadBytes) => Promise<MediaSize | undefined>;

const readers: Readonly<Record<string, SizeReader>> = {
  jpg: jpegSize,
  jpeg: jpegSize,
  png: pngSize,
  gif: gifSize,
  bmp: bmpSize,
  webp: webpSize,
  mp4: readMpeg4Size,
  m4v: readMpeg4Size,
  mov: readMpeg4Size,
  webm: readMatroskaSize,
  mkv: readMatroskaSize,
};

const lengthReaders: Readonly<Record<string, (read: ReadBytes) => Promise<number | undefined>>> = {
  mp4: readMpeg4Seconds,
  m4v: readMpeg4Seconds,
  mov: readMpeg4Seconds,
  webm: readMatroskaSeconds,
  mkv: readMatroskaSeconds,
};

/**
 * Pixels of a stored picture or video as it is shown, from its headers; nothing is decoded. Known are jpeg (turned as
 * its EXIF says), png, gif, bmp, webp, mp4, m4v, mov (turned as the track says), webm and mkv; undefined for anything
 * else (avi, mpg, wmv, flv among them) and where the headers say nothing sensible.
 */
export async function readMediaSize(path: string, extension: string): Promise<MediaSize | undefined> {
  const reader = readers[extension];
  if (reader === undefined) return undefined;
  const file = await open(path);
  try {
    const size = await reader(boundedReads((offset, length) => readAt(file, offset, length)));
    return size !== undefined && isSensible(size.width) && isSensible(size.height) ? size : undefined;
  } finally {
    await file.close();
  }
}

/** Longest film in seconds: a day. */
const LONGEST = 86_400;

/** Seconds of a stored film as its headers say; undefined for anything else and where they say nothing sensible. */
export async function readFilmSeconds(path: string, extension: string): Promise<number | undefined> {
  const reader = lengthReaders[extension];
  if (reader === undefined) return undefined;
  const file = await open(path);
  try {
    const seconds = await reader(boundedReads((offset, length) => readAt(file, offset, length)));
    if (seconds === undefined || !(seconds > 0 && seconds <= LONGEST)) return undefined;
    return Math.round(seconds * 100) / 100;
  } finally {
    await file.close();
  }
}

/** Most places of a file that are looked at: its parts may stand in each other, and real ones have a few hundred. */
export const MOST_READS = 5_000;

/** Reads that find the file at its end after so many of them, so that nothing in it keeps whoever measures it busy. */
export function boundedReads(read: ReadBytes): ReadBytes {
  let left = MOST_READS;
  return (offset, length) => {
    left -= 1;
    return left < 0 ? Promise.resolve(Buffer.alloc(0)) : read(offset, length);
  };
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

function isSensible(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels > 0 && pixels < 1_000_000;
}

async function pngSize(read: ReadBytes): Promise<MediaSize | undefined> {
  const head = await read(0, 24);
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

async function gifSize(read: ReadBytes): Promise<MediaSize | undefined> {
  const head = await read(0, 10);
  return head.length < 10 ? undefined : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

async function bmpSize(read: ReadBytes): Promise<MediaSize | undefined> {
  const head = await read(0, 26);
  if (head.length < 26) return undefined;
  if (head.readUInt32LE(14) === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) };
  // A negative height means that its rows begin at the top.
  return { width: head.readInt32LE(18), height: Math.abs(head.readInt32LE(22)) };
}

async function webpSize(read: ReadBytes): Promise<MediaSize | undefined> {
  const head = await read(0, 30);
  if (head.length < 30) return undefined;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

// Start of frame of each coding; C4, C8 and CC are tables.
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

async function jpegSize(read: ReadBytes): Promise<MediaSize | undefined> {
  let turned = false;
  // A picture has a few dozen segments in front of its frame; one made of thousands is made to keep us busy.
  for (let offset = 2, count = 0; count < 1_000; count += 1) {
    const head = await read(offset, 9);
    if (head.length < 9 || head[0] !== 0xff) return undefined;
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (isFrame(marker)) {
      const [height, width] = [head.readUInt16BE(5), head.readUInt16BE(7)];
      return turned ? { width: height, height: width } : { width, height };
    }
    const length = head.readUInt16BE(2);
    if (marker === 0xe1) turned ||= isTurned(await read(offset + 4, Math.min(length - 2, 65_533)));
    offset += 2 + length;
  }
  return undefined;
}

/** Whether EXIF says that the picture lies on its side (orientation 5 to 8). */
function isTurned(exif: Buffer): boolean {
  if (exif.length < 16 || exif.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = exif.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < Math.min(u16(directory), 500); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (u16(at) === 0x0112) return u16(at + 8) >= 5 && u16(at + 8) <= 8;
  }
  return false;
}
