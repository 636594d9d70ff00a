/** Size of the pretended cameras' pictures, and pictures a second. */
export const WIDE = 640;
export const HIGH = 360;
export const RATE = 10;

/** Seconds after which the film begins anew. */
export const FILM_SECONDS = 12;

type Colour = readonly [number, number, number];

/** Figures of five rows of three dots, for what a camera writes into its picture. */
const FIGURES: Readonly<Record<string, string>> = {
  '0': '111101101101111',
  '1': '010110010010111',
  '2': '111001111100111',
  '3': '111001111001111',
  '4': '101101111001001',
  '5': '111100111001111',
  '6': '111100111101111',
  '7': '111001010010010',
  '8': '111101111101111',
  '9': '111101111001111',
  ':': '000010000010000',
  '-': '000000111000000',
};

interface Shown {
  /** Number of the camera: its tanks stand a little elsewhere. */
  readonly camera: number;
  /** Seconds of the film. */
  readonly second: number;
  /** Whether the tanker drives through. */
  readonly moving: boolean;
  /** What is written in the corner: figures. Default nothing. */
  readonly words?: string;
}

/** A tank farm as a camera sees it, four bytes a pixel: fictitious, drawn of rectangles. */
export function drawScene({ camera, second, moving, words = '' }: Shown): Uint8Array {
  const pixels = new Uint32Array(WIDE * HIGH);
  const fill = (left: number, top: number, width: number, height: number, [red, green, blue]: Colour) => {
    // Red stands in the lowest byte.
    const colour = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
    const [from, to] = [Math.max(0, left | 0), Math.min(WIDE, (left + width) | 0)];
    for (let y = Math.max(0, top | 0); y < Math.min(HIGH, (top + height) | 0); y += 1) {
      if (to > from) pixels.fill(colour, y * WIDE + from, y * WIDE + to);
    }
  };
  const dark = camera % 4 === 3 ? 0.6 : 1;
  const shade = (red: number, green: number, blue: number): Colour => [red * dark, green * dark, blue * dark];
  fill(0, 0, WIDE, 190, shade(168, 190, 205));
  fill(0, 190, WIDE, 170, shade(120, 122, 116));
  const shift = (camera * 37) % 90;
  for (let tank = -1; tank < 5; tank += 1) {
    const left = tank * 150 + shift;
    fill(left, 90 + ((tank + camera) % 3) * 14, 110, 130, shade(214, 216, 212));
    fill(left + 78, 96 + ((tank + camera) % 3) * 14, 32, 124, shade(178, 181, 178));
    fill(left, 140, 110, 6, shade(190, 60, 50));
  }
  fill(0, 236, WIDE, 8, shade(96, 96, 92));
  fill(0, 286, WIDE, 6, shade(205, 190, 90));
  if (moving) {
    const at = -160 + (second % FILM_SECONDS) * 72;
    fill(at, 246, 120, 40, shade(60, 96, 150));
    fill(at + 124, 256, 34, 30, shade(200, 200, 196));
    for (const wheel of [12, 44, 96, 132]) fill(at + wheel, 284, 16, 14, shade(30, 30, 30));
  }
  for (const [place, figure] of [...words].entries()) {
    for (const [dot, lit] of [...(FIGURES[figure] ?? '')].entries()) {
      if (lit === '1') fill(16 + place * 16 + (dot % 3) * 4, 92 + Math.floor(dot / 3) * 4, 4, 4, [255, 255, 255]);
    }
  }
  return new Uint8Array(pixels.buffer);
}
