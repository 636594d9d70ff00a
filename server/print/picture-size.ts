import { PRINT_LIMITS } from './print-document.ts';

/** Kind and pixels of a picture that can be printed. */
export interface PictureSize {
  readonly type: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** What a PNG or JPEG says of itself; undefined for any other file, a broken one, and one of too many pixels. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = PNG.every((byte, index) => bytes[index] === byte) ? pngSize(view) : jpegSize(view);
  if (size === undefined || size.width < 1 || size.height < 1) return undefined;
  return size.width * size.height > PRINT_LIMITS.pixels ? undefined : size;
}

function pngSize(view: DataView): PictureSize | undefined {
  if (view.byteLength < 33) return undefined;
  // Interlaced pictures would be drawn wrongly.
  if (view.getUint8(28) !== 0) return undefined;
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(view: DataView): PictureSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Frames: all of C0 to CF but the tables that stand among them.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { type: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}
