import { inflateSync } from 'node:zlib';

/** Most chunks of a file; writers cut 20 MB into a few thousand. */
const MOST_CHUNKS = 20_000;
/** What makes up the picture; texts, colour profiles and further frames may be packed too, and are left out. */
const NEEDED: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const HEAD = 8;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * A PNG with nothing in it but its picture, which is known to unpack to no more than its width and height say: a decoder
 * would unpack whatever is there. Undefined where it is broken, or swells.
 */
export function plainPng(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, HEAD)];
  const packed: Buffer[] = [];
  let head: Buffer | undefined;
  let at = HEAD;
  for (let count = 0; at + 12 <= bytes.length; count += 1) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (count === MOST_CHUNKS || end > bytes.length) return undefined;
    const name = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') head ??= content;
    if (name === 'IDAT') packed.push(content);
    if (NEEDED.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') break;
    at = end;
  }
  if (head === undefined || head.length !== 13 || packed.length === 0) return undefined;
  return unpacks(Buffer.concat(packed), unpackedBytes(head)) ? Buffer.concat(kept) : undefined;
}

/** Bytes of the rows, with what the seven passes of an interlaced picture add. */
function unpackedBytes(head: Buffer): number {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const bits = (CHANNELS[head.readUInt8(9)] ?? 4) * head.readUInt8(8);
  const interlaced = head.readUInt8(12) !== 0;
  const rows = (Math.ceil((width * bits) / 8) + 1) * height;
  return interlaced ? rows + 8 * (width + height) + 64 : rows;
}

function unpacks(packed: Buffer, most: number): boolean {
  try {
    inflateSync(packed, { maxOutputLength: most });
    return true;
  } catch {
    return false;
  }
}
