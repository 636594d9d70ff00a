/** Size of what is compared of a still. */
export const MOTION_WIDE = 32;
export const MOTION_HIGH = 18;

/** How much brighter or darker a place is before it counts as changed, of 255, and how many places are something that moves. */
const CHANGED = 28;
const SHARE = 0.012;
/** Above this share the light went on or off, or the camera was turned: nothing that moves by itself. */
const WHOLE = 0.7;

/** The brightness of a picture, place by place. @param pixels four bytes each. */
export function brightnessOf(pixels: ArrayLike<number>): Uint8Array {
  return Uint8Array.from({ length: pixels.length / 4 }, (_, place) => {
    const at = place * 4;
    return Math.round((pixels[at] ?? 0) * 0.3 + (pixels[at + 1] ?? 0) * 0.59 + (pixels[at + 2] ?? 0) * 0.11);
  });
}

/** Whether something moved between two pictures of the same camera; a change of all of the light is none. */
export function hasMoved(before: Uint8Array, after: Uint8Array): boolean {
  if (before.length !== after.length || after.length === 0) return false;
  let changed = 0;
  for (let at = 0; at < after.length; at += 1) {
    if (Math.abs((after[at] ?? 0) - (before[at] ?? 0)) > CHANGED) changed += 1;
  }
  const share = changed / after.length;
  return share > SHARE && share < WHOLE;
}
