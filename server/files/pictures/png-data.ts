import { crc32, inflateSync } from 'node:zlib';

/** Most chunks of a file; writers cut 20 MB into a few thousand. */
const MOST_CHUNKS = 20_000;
/** What makes up the picture; texts, colour profiles and further frames may be packed too, and are left out. */
const NEEDED: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const HEAD = 8;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG with nothing in it but its picture, as a file and taken apart. */
interface PngParts {
  readonly file: Buffer;
  /** Content of IHDR. */
  readonly head: Buffer;
  /** The unpacked rows, each behind the byte that says how it is filtered. */
  readonly rows: Buffer;
  /** Whether a colour, or each of the palette, is given an opacity of its own. */
  readonly hasOpacities: boolean;
}

/**
 * A PNG with nothing in it but its picture, which is known to unpack to no more than its width and height say: a decoder
 * would unpack whatever is there. Undefined where it is broken, or swells.
 */
export function plainPng(bytes: Buffer): Buffer | undefined {
  return pngParts(bytes)?.file;
}

/** The same with its rows. */
export function pngParts(bytes: Buffer): PngParts | undefined {
  const kept: Buffer[] = [bytes.subarray(0, HEAD)];
  const packed: Buffer[] = [];
  let head: Buffer | undefined;
  let hasOpacities = false;
  let at = HEAD;
  for (let count = 0; at + 12 <= bytes.length; count += 1) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (count === MOST_CHUNKS || end > bytes.length) return undefined;
    const name = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') head ??= content;
    if (name === 'IDAT') packed.push(content);
    if (name === 'tRNS') hasOpacities = true;
    if (NEEDED.has(name)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
      kept.push(bytes.subarray(at, end));
    }
    if (name === 'IEND') break;
    at = end;
  }
  if (head === undefined || head.length !== 13 || packed.length === 0) return undefined;
  const rows = unpacked(Buffer.concat(packed), unpackedBytes(head));
  return rows && { file: Buffer.concat(kept), head, rows, hasOpacities };
}

/**
 * Largest difference between two values of one channel, or at least `enough` where it is that much; undefined for a picture
 * whose rows are not bytes of channels one after the other (a palette, other depths, interlaced), or that is broken. Takes
 * row after row and changes `rows`: the whole as four bytes a pixel would outgrow the processor's caches, and with a plain
 * picture of 12 million pixels the memory of the thread.
 */
export function pngSpread({ head, rows, hasOpacities }: PngParts, enough: number): number | undefined {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const kind = head.readUInt8(9);
  const channels = CHANNELS[kind];
  if (channels === undefined || kind === 3 || hasOpacities) return undefined;
  if (head.readUInt8(8) !== 8 || head.readUInt8(12) !== 0) return undefined;
  const bytes = width * channels;
  if (bytes === 0 || rows.length < (bytes + 1) * height) return undefined;
  for (let row = 0; row < height; row += 1) if ((rows[row * (bytes + 1)] ?? 5) > 4) return undefined;
  const [low, high] = [new Array<number>(channels).fill(255), new Array<number>(channels).fill(0)];
  let above: Uint8Array = new Uint8Array(bytes);
  for (let row = 0; row < height; row += 1) {
    const at = row * (bytes + 1);
    const line = rows.subarray(at + 1, at + 1 + bytes);
    unfilter(rows[at] ?? 0, line, above, channels);
    let most = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      let [least, largest] = [low[channel] ?? 255, high[channel] ?? 0];
      for (let place = channel; place < bytes; place += channels) {
        const value = line[place] ?? 0;
        if (value < least) least = value;
        if (value > largest) largest = value;
      }
      [low[channel], high[channel]] = [least, largest];
      most = Math.max(most, largest - least);
    }
    if (most >= enough || row === height - 1) return most;
    above = line;
  }
  return undefined;
}

/** Takes a row's filter back, in place (PNG, second edition, clause 9). */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, pixel: number): void {
  if (filter === 0) return;
  for (let at = 0; at < line.length; at += 1) {
    const left = at < pixel ? 0 : (line[at - pixel] ?? 0);
    const up = above[at] ?? 0;
    let guess = 0;
    if (filter === 1) guess = left;
    else if (filter === 2) guess = up;
    else if (filter === 3) guess = (left + up) >> 1;
    else guess = nearest(left, up, at < pixel ? 0 : (above[at - pixel] ?? 0));
    line[at] = (line[at] ?? 0) + guess;
  }
}

/** Paeth's choice: of three neighbours the one nearest to what they let expect. */
function nearest(left: number, up: number, corner: number): number {
  const expected = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(expected - left), Math.abs(expected - up), Math.abs(expected - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Bytes of the rows, with what the seven passes of an interlaced picture add. */
function unpackedBytes(head: Buffer): number {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const bits = (CHANNELS[head.readUInt8(9)] ?? 4) * head.readUInt8(8);
  const interlaced = head.readUInt8(12) !== 0;
  const rows = (Math.ceil((width * bits) / 8) + 1) * height;
  return interlaced ? rows + 8 * (width + height) + 64 : rows;
}

function unpacked(packed: Buffer, most: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}
