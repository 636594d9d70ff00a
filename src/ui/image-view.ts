/** Step of one zoom, as a share of the fitted size. */
const ZOOM_STEP = 0.1;
/** Smallest and largest zoom. */
export const ZOOM_LIMITS = { least: 0.1, most: 10 } as const;
/** Degrees of one rotation. */
const ROTATION_STEP = 90;
/** Seconds that a slideshow may show a picture. */
export const SLIDE_SECONDS = [2, 5] as const;

/** How a picture stands in the viewer. */
export interface ImageView {
  /** 1 fits the window. */
  readonly scale: number;
  /** Degrees clockwise; grows beyond 360 so that turning goes on the same way. */
  readonly rotation: number;
  readonly flippedAcross: boolean;
  readonly flippedDown: boolean;
  /** Pixels that it is moved by. */
  readonly x: number;
  readonly y: number;
}

/** A picture as it is opened. */
export const FITTED: ImageView = { scale: 1, rotation: 0, flippedAcross: false, flippedDown: false, x: 0, y: 0 };

/** Zooms by whole steps: 1 and -1 are one step in and out. */
export function zoomed(view: ImageView, steps: number): ImageView {
  // Adding 0.1 repeatedly would drift.
  return scaledTo(view, Math.round(view.scale / ZOOM_STEP + steps) * ZOOM_STEP);
}

/** Zooms to a scale, within the limits; what is not larger than the window stands in its middle. */
export function scaledTo(view: ImageView, scale: number): ImageView {
  const bounded = Math.min(ZOOM_LIMITS.most, Math.max(ZOOM_LIMITS.least, scale));
  const exact = Math.round(bounded * 1_000) / 1_000;
  return exact <= 1 ? { ...view, scale: exact, x: 0, y: 0 } : { ...view, scale: exact };
}

/** Turns by quarters: 1 clockwise, -1 counter-clockwise. */
export function rotated(view: ImageView, quarters: number): ImageView {
  return { ...view, rotation: view.rotation + quarters * ROTATION_STEP };
}

/** Whether it lies on its side. */
export function isSideways({ rotation }: ImageView): boolean {
  return rotation % 180 !== 0;
}

/** Mirrors as people see it, which for a picture on its side is its other axis. */
export function flipped(view: ImageView, direction: 'across' | 'down'): ImageView {
  const across = (direction === 'across') !== isSideways(view);
  return across ? { ...view, flippedAcross: !view.flippedAcross } : { ...view, flippedDown: !view.flippedDown };
}

/** CSS of a view. */
export function transformOf({ scale, rotation, flippedAcross, flippedDown, x, y }: ImageView): string {
  const mirrored = `scale(${flippedAcross ? -scale : scale}, ${flippedDown ? -scale : scale})`;
  return `translate(${x}px, ${y}px) rotate(${rotation}deg) ${mirrored}`;
}

/** Place after the step, going round at the ends. */
export function stepped(index: number, step: number, count: number): number {
  return (index + step + count) % count;
}
