import { encode } from 'jpeg-js';
import { jpegPixels } from '../../files/pictures/jpeg-data.ts';
import { serveThread } from '../../ground/threads/serve-thread.ts';

/** A picture as a camera gave it. */
export interface StillTask {
  readonly bytes: Uint8Array;
}

/** The same as a small JPEG; undefined where it is no picture. */
export interface StillResult {
  readonly jpeg: Uint8Array | undefined;
}

/** Pixels across that a tile needs. */
const WIDE = 300;
/** Pixels of a camera's picture at most. */
const MOST = 40_000_000;
/** Bytes that a still has at most, where a worse quality gets it there. */
const SMALL = 9_000;
const QUALITIES = [55, 40, 28, 18];

function shrink(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const { width, height, data } = jpegPixels(bytes, { wide: WIDE, most: MOST });
    let made: Uint8Array | undefined;
    for (const quality of QUALITIES) {
      made = encode({ width, height, data }, quality).data;
      if (made.length <= SMALL) break;
    }
    return made;
  } catch {
    return undefined;
  }
}

serveThread<StillTask, StillResult>(async ({ bytes }) => ({ jpeg: shrink(bytes) }));
