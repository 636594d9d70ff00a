import { type PictureSize, pictureSize } from '../../files/pictures/picture-size.ts';
import { plainPng } from '../../files/pictures/png-data.ts';
import { PRINT_LIMITS } from './print-document.ts';

/** Kind and pixels of a picture that can be printed; undefined for any other file, and one of too many pixels. */
export function printableSize(bytes: Uint8Array): PictureSize | undefined {
  const size = pictureSize(bytes);
  if (size === undefined || size.width * size.height > PRINT_LIMITS.pixels) return undefined;
  // Interlaced pictures would be drawn wrongly.
  return size.type === 'png' && size.passes ? undefined : size;
}

/**
 * The picture as the printer takes it: of a PNG what shows, known to unpack to no more than its width and height say.
 * Undefined where it cannot be printed.
 */
export function printablePicture(
  given: Uint8Array,
): { readonly size: PictureSize; readonly bytes: Buffer } | undefined {
  const size = printableSize(given);
  const all = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const bytes = size?.type === 'png' ? plainPng(all) : all;
  return size === undefined || bytes === undefined ? undefined : { size, bytes };
}
