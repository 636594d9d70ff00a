/** Kind and pixels of a picture, as its headers say. */
export interface PictureSize {
  readonly type: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
  /** Whether it comes in several passes over the whole: an interlaced PNG, a progressive JPEG. */
  readonly passes: boolean;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Most segments that are walked to the frame of a JPEG; a camera writes a few dozen. */
const MOST_SEGMENTS = 1_000;

/** What a PNG or JPEG says of itself; undefined for any other file and a broken one. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = PNG.every((byte, index) => bytes[index] === byte) ? pngSize(view) : jpegSize(view);
  return size === undefined || size.width < 1 || size.height < 1 ? undefined : size;
}

function pngSize(view: DataView): PictureSize | undefined {
  if (view.byteLength < 33) return undefined;
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), passes: view.getUint8(28) !== 0 };
}

function jpegSize(view: DataView): PictureSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  for (let count = 0; count < MOST_SEGMENTS && at + 9 < view.byteLength; count += 1) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Frames: all of C0 to CF but the tables that stand among them.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const passes = marker !== 0xc0 && marker !== 0xc1;
      return { type: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7), passes };
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}
