import { say } from '../text/say.ts';

/** Pixels as a canvas holds them: red, green, blue and opacity of each, from 0 to 255. */
interface PixelBlock {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Fewest dots of ink of a signature: a stroke as long as a fingertip is wide. */
const LEAST_INK = 60;
/** Fewest dots from one end of the ink to the other, down or across. */
const LEAST_REACH = 20;
/** Largest share of the paper that ink may cover: a picture that is all dark bears no writing. */
const MOST_COVERED = 0.8;

/** Why a drawing is no signature; undefined where somebody could have written it. Ink is dark on light or on nothing. */
export function inkRefusal({ width, height, data }: PixelBlock): string | undefined {
  let ink = 0;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let dot = 0; dot < width * height; dot += 1) {
    if (!isInk(data, dot * 4)) continue;
    ink += 1;
    const x = dot % width;
    const y = (dot - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  if (ink === 0) return say('签名是空白的，请手写签名');
  if (ink < LEAST_INK || Math.max(right - left, bottom - top) + 1 < LEAST_REACH) {
    return say('签名的笔迹过少，请完整书写姓名');
  }
  return ink > MOST_COVERED * width * height ? say('签名没有可辨认的笔迹，请重新签名') : undefined;
}

// How dark the dot looks on white paper, by the weights of the three colours in what the eye sees.
function isInk(data: ArrayLike<number>, at: number): boolean {
  const [red = 0, green = 0, blue = 0, opacity = 0] = [data[at], data[at + 1], data[at + 2], data[at + 3]];
  const light = 0.3 * red + 0.59 * green + 0.11 * blue;
  return 255 - ((255 - light) * opacity) / 255 < 160;
}
