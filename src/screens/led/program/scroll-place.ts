interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels that a text moves up at a time, and seconds between two moves. */
const STEP = 20;
const EVERY = 2;
/** Pixels that a running line moves to the left in a second. */
const PACE = 60;

/**
 * Where a text stands some seconds after its turn began: `auto` moves up by 20 pixels every two seconds until its end has
 * been seen, and begins anew; `left` runs in from the right and out at the left; `none` stands.
 */
export function scrollPlace(
  mode: string,
  since: number,
  { outer, inner }: { readonly outer: Size; readonly inner: Size },
): { readonly x: number; readonly y: number } {
  if (mode === 'left') {
    const way = outer.width + inner.width;
    return { x: way === 0 ? 0 : outer.width - ((since * PACE) % way), y: 0 };
  }
  const hidden = inner.height - outer.height;
  if (mode !== 'auto' || hidden <= 0) return { x: 0, y: 0 };
  const steps = Math.ceil(hidden / STEP);
  const done = Math.floor(since / EVERY) % (steps + 1);
  return { x: 0, y: 0 - Math.min(hidden, done * STEP) };
}
