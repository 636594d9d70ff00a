import type { MediaSize } from '../../src/core/files/upload-limits.ts';
import type { ReadBytes } from './read-bytes.ts';

interface Element {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMECODE_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const VIDEO = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;

/** Largest number of elements that are walked on one level. */
const MOST_ELEMENTS = 10_000;

/** Pixels of the first picture track of a WebM or Matroska file. */
export async function readMatroskaSize(read: ReadBytes): Promise<MediaSize | undefined> {
  for await (const video of within(read, [SEGMENT, TRACKS, TRACK_ENTRY, VIDEO], 0, Number.MAX_SAFE_INTEGER)) {
    let width = 0;
    let height = 0;
    for await (const { id, from, to } of elements(read, video.from, video.to)) {
      if (id !== PIXEL_WIDTH && id !== PIXEL_HEIGHT) continue;
      const bytes = await read(from, Math.min(to - from, 6));
      const pixels = bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length);
      if (id === PIXEL_WIDTH) width = pixels;
      else height = pixels;
    }
    if (width > 0 && height > 0) return { width, height };
  }
  return undefined;
}

/** Seconds that a WebM or Matroska file says it lasts; undefined where it does not, as one that a browser recorded. */
export async function readMatroskaSeconds(read: ReadBytes): Promise<number | undefined> {
  for await (const info of within(read, [SEGMENT, INFO], 0, Number.MAX_SAFE_INTEGER)) {
    let scale = 1_000_000;
    let length: number | undefined;
    for await (const { id, from, to } of elements(read, info.from, info.to)) {
      if (id !== TIMECODE_SCALE && id !== DURATION) continue;
      const bytes = await read(from, Math.min(to - from, 8));
      if (id === TIMECODE_SCALE && bytes.length > 0 && bytes.length <= 6) scale = bytes.readUIntBE(0, bytes.length);
      if (id === DURATION && bytes.length === 4) length = bytes.readFloatBE(0);
      if (id === DURATION && bytes.length === 8) length = bytes.readDoubleBE(0);
    }
    if (length !== undefined) return (length * scale) / 1_000_000_000;
  }
  return undefined;
}

async function* within(read: ReadBytes, path: readonly number[], from: number, to: number): AsyncGenerator<Element> {
  const [wanted, ...rest] = path;
  for await (const element of elements(read, from, to)) {
    if (element.id !== wanted) continue;
    if (rest.length === 0) yield element;
    else yield* within(read, rest, element.from, element.to);
  }
}

async function* elements(read: ReadBytes, from: number, to: number): AsyncGenerator<Element> {
  for (let at = from, count = 0; at < to && count < MOST_ELEMENTS; count += 1) {
    const head = await read(at, 12);
    const id = variable(head, 0, true);
    const size = id === undefined ? undefined : variable(head, id.length, false);
    if (id === undefined || size === undefined) return;
    const begin = at + id.length + size.length;
    // A live stream does not know its length: it ends with what it stands in.
    const end = size.value === 2 ** (7 * size.length) - 1 ? to : begin + size.value;
    yield { id: id.value, from: begin, to: Math.min(end, to) };
    at = end;
  }
}

// Its length stands in the leading zeros of the first byte; ids keep that mark, sizes do not.
function variable(bytes: Buffer, at: number, marked: boolean): { value: number; length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return undefined;
  let value = marked ? first : first & (0xff >> length);
  for (let index = 1; index < length; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, length };
}
