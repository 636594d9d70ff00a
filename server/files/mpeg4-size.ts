import type { MediaSize } from '../../src/core/files/upload-limits.ts';
import type { ReadBytes } from './read-bytes.ts';

interface Box {
  readonly type: string;
  /** Where its content begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** Largest number of boxes that are walked on one level; real films have a few dozen. */
const MOST_BOXES = 10_000;

/** Pixels of the first picture track of an MPEG-4 or QuickTime file, turned as the track says. */
export async function readMpeg4Size(read: ReadBytes): Promise<MediaSize | undefined> {
  for await (const box of boxes(read, 0, Number.MAX_SAFE_INTEGER)) {
    if (box.type !== 'moov') continue;
    for await (const track of boxes(read, box.from, box.to)) {
      if (track.type !== 'trak') continue;
      for await (const part of boxes(read, track.from, track.to)) {
        const size = part.type === 'tkhd' ? trackSize(await read(part.from, 96)) : undefined;
        // A track of sound has no width.
        if (size !== undefined && size.width > 0 && size.height > 0) return size;
      }
    }
  }
  return undefined;
}

/** Seconds that an MPEG-4 or QuickTime file says it lasts; undefined where it does not, as one that was streamed. */
export async function readMpeg4Seconds(read: ReadBytes): Promise<number | undefined> {
  for await (const box of boxes(read, 0, Number.MAX_SAFE_INTEGER)) {
    if (box.type !== 'moov') continue;
    for await (const part of boxes(read, box.from, box.to)) {
      if (part.type !== 'mvhd') continue;
      const head = await read(part.from, 32);
      if (head.length < 32) return undefined;
      const wide = head[0] === 1;
      const scale = head.readUInt32BE(wide ? 20 : 12);
      const length = wide ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
      return scale === 0 ? undefined : length / scale;
    }
  }
  return undefined;
}

async function* boxes(read: ReadBytes, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from, count = 0; at + 8 <= to && count < MOST_BOXES; count += 1) {
    const head = await read(at, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    const begin = at + (short === 1 ? 16 : 8);
    if (size < begin - at) return;
    yield { type: head.toString('latin1', 4, 8), from: begin, to: Math.min(at + size, to) };
    at += size;
  }
}

function trackSize(head: Buffer): MediaSize | undefined {
  // Version 1 holds its times in 8 bytes instead of 4.
  const matrix = head[0] === 1 ? 52 : 40;
  if (head.length < matrix + 44) return undefined;
  const width = Math.round(head.readUInt32BE(matrix + 36) / 65_536);
  const height = Math.round(head.readUInt32BE(matrix + 40) / 65_536);
  const turned = head.readInt32BE(matrix) === 0 && head.readInt32BE(matrix + 4) !== 0;
  return turned ? { width: height, height: width } : { width, height };
}
