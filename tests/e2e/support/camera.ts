import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { PNG } from 'pngjs';

const WIDTH = 640;
const HEIGHT = 480;

/**
 * Writes a film in which a picture is held before the camera, for `--use-file-for-fake-video-capture`.
 * @param picture a PNG of a part of the screen, smaller than the film
 */
export function filmOf(picture: Buffer, file: string): void {
  const shown = PNG.sync.read(picture);
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235);
  const left = Math.floor((WIDTH - shown.width) / 2);
  const top = Math.floor((HEIGHT - shown.height) / 2);
  for (let y = 0; y < shown.height; y += 1) {
    for (let x = 0; x < shown.width; x += 1) {
      const light = shown.data[(y * shown.width + x) * 4] ?? 255;
      luma[(top + y) * WIDTH + left + x] = 16 + Math.round((light * 219) / 255);
    }
  }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, colour]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  writeFileSync(file, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]));
}

/**
 * Gives a page a reader of codes where the browser has none, as on Linux. It looks at the camera's picture square by
 * square, knows the one code of a picture, and reads nothing else.
 * @param code the code's picture, how many squares it has on a side, and what it says
 */
export async function teachReading(
  page: Page,
  code: { readonly picture: Buffer; readonly size: number; readonly text: string },
): Promise<void> {
  const { width, height, data } = PNG.sync.read(code.picture);
  const pixels = Array.from({ length: width * height }, (_, index) => ((data[index * 4] ?? 255) < 128 ? 1 : 0));
  await page.addInitScript(
    ({ text, size, known }) => {
      /** The squares of a picture that is dark here and there; it begins and ends where it is dark. */
      function squaresOf(wide: number, high: number, isDark: (x: number, y: number) => boolean): string {
        let [left, top, right, bottom] = [wide, high, 0, 0];
        for (let y = 0; y < high; y += 1) {
          for (let x = 0; x < wide; x += 1) {
            if (!isDark(x, y)) continue;
            [left, right] = [Math.min(left, x), Math.max(right, x)];
            [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
          }
        }
        const [across, down] = [(right - left + 1) / size, (bottom - top + 1) / size];
        return Array.from({ length: size * size }, (_, index) => {
          const [x, y] = [(index % size) + 0.5, Math.floor(index / size) + 0.5];
          return isDark(Math.floor(left + x * across), Math.floor(top + y * down)) ? '#' : '.';
        }).join('');
      }
      const expected = squaresOf(known.width, known.height, (x, y) => known.pixels[y * known.width + x] === 1);
      class Reader {
        async detect(picture: HTMLVideoElement) {
          const canvas = document.createElement('canvas');
          const { videoWidth: wide, videoHeight: high } = picture;
          [canvas.width, canvas.height] = [wide, high];
          const pen = canvas.getContext('2d');
          if (pen === null || wide === 0) return [];
          pen.drawImage(picture, 0, 0);
          const { data: seen } = pen.getImageData(0, 0, wide, high);
          const found = squaresOf(wide, high, (x, y) => (seen[(y * wide + x) * 4] ?? 255) < 128);
          return found === expected ? [{ rawValue: text }] : [];
        }
      }
      if (!('BarcodeDetector' in window)) Reflect.set(window, 'BarcodeDetector', Reader);
    },
    { text: code.text, size: code.size, known: { width, height, pixels } },
  );
}
