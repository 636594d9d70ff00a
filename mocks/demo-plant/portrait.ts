import { encodePicture } from './small-picture.ts';

const width = 120;
const height = 160;
/** Background, face, hair, four colours of work clothes, helmet. */
const palette = [
  [228, 236, 244],
  [236, 200, 170],
  [52, 48, 46],
  [58, 96, 150],
  [96, 110, 92],
  [150, 92, 60],
  [84, 88, 110],
  [240, 196, 60],
] as const;

/** A small PNG that stands for a person's photo: a head with a helmet over coloured work clothes. Below 1 kB. */
export function portrait(number: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  const disc = (centre: readonly [number, number], wide: number, high: number, colour: number, until = height) => {
    for (let y = 0; y < until; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (((x - centre[0]) / wide) ** 2 + ((y - centre[1]) / high) ** 2 <= 1) pixels[y * width + x] = colour;
      }
    }
  };
  disc([60, 168], 50, 56, 3 + (number % 4));
  disc([60, 78], 27 + (number % 3), 36, 2);
  disc([60, 82], 24 + (number % 3), 32, 1);
  disc([60, 62], 34, 34, number % 5 === 0 ? 2 : 7, 64);
  return encodePicture(pixels, width, palette);
}
