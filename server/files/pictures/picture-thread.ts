import { readFileSync, statSync } from 'node:fs';
import { PNG } from 'pngjs';
import { inkRefusal } from '../../../src/core/files/ink.ts';
import { LEAST_SIDE, type PictureFault } from '../../../src/core/files/upload-limits.ts';
import type { Language } from '../../../src/core/text/language.ts';
import { say } from '../../../src/core/text/say.ts';
import { inLanguage } from '../../ground/language/language.ts';
import { serveThread } from '../../ground/threads/serve-thread.ts';
import { jpegBrightness } from './jpeg-data.ts';
import { pictureSize } from './picture-size.ts';
import { plainPng, pngParts, pngSpread } from './png-data.ts';

/** A picture to judge: a drawn signature, or a stored photo. */
export type PictureTask =
  | { readonly kind: 'drawing'; readonly bytes: Uint8Array; readonly language: Language }
  | { readonly kind: 'photo'; readonly path: string };

/** Why a drawing is refused, in words; undefined where it is a signature. */
export type PictureResult = { readonly refusal: string | undefined } | { readonly fault: PictureFault | undefined };

const DRAWING = { side: 4_000, pixels: 2_000_000 } as const;
const PHOTO = {
  bytes: 40 * 1024 * 1024,
  /** Pixels that are unpacked whole: of a PNG, and of a JPEG that comes in passes. */
  unpacked: 12_000_000,
  /** Pixels of a JPEG that comes row by row: cameras of telephones give up to 50 million. */
  pixels: 64_000_000,
} as const;
/** How far apart the brightest and the darkest place of a photo are at least, of 255: less is what a wall's noise makes. */
const LEAST_SPREAD = 6;

function judgeDrawing(bytes: Buffer): string | undefined {
  const size = pictureSize(bytes);
  if (size?.type !== 'png') return say('签名图片无法打开，请重新签名');
  const { width, height } = size;
  if (Math.max(width, height) > DRAWING.side || width * height > DRAWING.pixels) return say('签名图片过大，请重新签名');
  const pixels = decodePng(bytes);
  return pixels === undefined ? say('签名图片无法打开，请重新签名') : inkRefusal(pixels);
}

function judgePhoto(path: string): PictureFault | undefined {
  if (statSync(path).size > PHOTO.bytes) return 'large';
  const bytes = readFileSync(path);
  const size = pictureSize(bytes);
  if (size === undefined) return 'broken';
  const { type, width, height, passes } = size;
  if (width * height > (type === 'png' || passes ? PHOTO.unpacked : PHOTO.pixels)) return 'large';
  if (Math.min(width, height) < LEAST_SIDE) return 'small';
  const spread = type === 'png' ? spreadOfPng(bytes) : spreadOf(decodeJpeg(bytes), 1);
  if (spread === undefined) return 'broken';
  return spread < LEAST_SPREAD ? 'plain' : undefined;
}

function spreadOfPng(bytes: Buffer): number | undefined {
  const parts = pngParts(bytes);
  if (parts === undefined) return undefined;
  return pngSpread(parts, LEAST_SPREAD) ?? spreadOf(decoded(parts.file)?.data, 4);
}

function decodePng(bytes: Buffer): PNG | undefined {
  const plain = plainPng(bytes);
  return plain && decoded(plain);
}

function decoded(plain: Buffer): PNG | undefined {
  try {
    return PNG.sync.read(plain) as PNG;
  } catch {
    return undefined;
  }
}

function decodeJpeg(bytes: Buffer): Uint8Array | undefined {
  try {
    return jpegBrightness(bytes);
  } catch {
    return undefined;
  }
}

/** Largest difference between two values of one channel; of the opacity too, which hides a picture. */
function spreadOf(values: Uint8Array | undefined, channels: number): number | undefined {
  if (values === undefined) return undefined;
  let most = 0;
  for (let channel = 0; channel < channels; channel += 1) {
    let [low, high] = [255, 0];
    for (let at = channel; at < values.length; at += channels) {
      const value = values[at] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    most = Math.max(most, high - low);
  }
  return most;
}

serveThread<PictureTask, PictureResult>(async (task) =>
  task.kind === 'photo'
    ? { fault: judgePhoto(task.path) }
    : inLanguage(task.language, () => ({ refusal: judgeDrawing(Buffer.from(task.bytes)) })),
);
