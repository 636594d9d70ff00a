import { chanceOf } from './seeded.ts';
import { encodePicture } from './small-picture.ts';

const width = 160;
const height = 60;
/** Paper and ink. */
const palette = [
  [255, 255, 255],
  [28, 34, 48],
] as const;

const drawn = new Map<string, string>();

/** A signature as a person draws it on every occasion: a PNG as data address, about 0.4 kB; the same for the same person. */
export function drawnSignature(userId: string): string {
  let image = drawn.get(userId);
  if (image === undefined) {
    image = `data:image/png;base64,${draw(seedOf(userId)).toString('base64')}`;
    drawn.set(userId, image);
  }
  return image;
}

function seedOf(userId: string): number {
  return [...userId].reduce((seed, digit) => (Math.imul(seed, 31) + digit.charCodeAt(0)) >>> 0, 7);
}

/** Three characters of a few bent strokes each. */
function draw(seed: number): Buffer {
  const chance = chanceOf(seed);
  const pixels = new Uint8Array(width * height);
  const dot = (x: number, y: number) => {
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      pixels[Math.round(y + down) * width + Math.round(x + right)] = 1;
    }
  };
  for (const left of [10, 58, 106]) {
    for (let stroke = chance.between(3, 5); stroke > 0; stroke -= 1) {
      const point = () => [left + chance.between(0, 40), chance.between(8, 50)] as const;
      const [from, bend, to] = [point(), point(), point()];
      for (let part = 0; part <= 1; part += 0.02) {
        const at = (axis: 0 | 1) =>
          (1 - part) ** 2 * from[axis] + 2 * part * (1 - part) * bend[axis] + part ** 2 * to[axis];
        dot(at(0), at(1));
      }
    }
  }
  return encodePicture(pixels, width, palette);
}
