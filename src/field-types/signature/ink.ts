import { inkRefusal } from '../../core/files/ink.ts';
import { fixedColours } from '../../ui/theme/palette.ts';
import { imageBytes, SIGNATURE_BYTES } from './definition.ts';

/** A place on the paper, in dots of the drawing. */
export interface InkPoint {
  readonly x: number;
  readonly y: number;
}

// Ink is black on nothing whatever the theme: the picture stands on white paper when it is shown and printed.
const INK = fixedColours.ink;
const MOST_DOTS = 900;

/** Dots of the drawing for the size at which the paper is shown. */
export function paperSize(paper: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth, clientHeight } = paper;
  const scale = Math.min(window.devicePixelRatio || 1, MOST_DOTS / Math.max(1, clientWidth));
  return { width: Math.round(clientWidth * scale), height: Math.round(clientHeight * scale) };
}

/** Draws a stroke from one place to the next; a stroke without length is a dot. */
export function drawStroke(paper: HTMLCanvasElement, from: InkPoint, to: InkPoint): void {
  const pen = paper.getContext('2d');
  if (pen === null) return;
  pen.strokeStyle = INK;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.lineWidth = Math.max(2, paper.height / 50);
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  pen.lineTo(to.x, to.y);
  pen.stroke();
}

/** Writes a name over the whole paper, as large as it fits. */
export function drawName(paper: HTMLCanvasElement, name: string): void {
  const pen = paper.getContext('2d');
  if (pen === null) return;
  pen.clearRect(0, 0, paper.width, paper.height);
  if (name === '') return;
  const font = (size: number) => `italic ${size}px KaiTi, STKaiti, serif`;
  const size = paper.height * 0.6;
  pen.font = font(size);
  pen.font = font(Math.min(size, (size * paper.width * 0.9) / Math.max(1, pen.measureText(name).width)));
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(name, paper.width / 2, paper.height / 2);
}

/** The ink with a margin around it; undefined where nothing is drawn. */
function inkBounds(paper: HTMLCanvasElement): { x: number; y: number; width: number; height: number } | undefined {
  const { width, height } = paper;
  const dots = paper.getContext('2d')?.getImageData(0, 0, width, height).data;
  if (dots === undefined) return undefined;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let index = 3; index < dots.length; index += 4) {
    if (dots[index] === 0) continue;
    const dot = (index - 3) / 4;
    const [x, y] = [dot % width, Math.floor(dot / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return undefined;
  const margin = 6;
  const x = Math.max(0, left - margin);
  const y = Math.max(0, top - margin);
  return { x, y, width: Math.min(width, right + margin) - x, height: Math.min(height, bottom + margin) - y };
}

/** What is on the paper: a picture that the server takes for a signature, or why it would not. */
export type Inked = { readonly image: string } | { readonly refusal: string };

/** The ink as a PNG no larger than a signature may be, made smaller as often as needed; undefined where nothing is drawn. */
export function inkPicture(paper: HTMLCanvasElement): Inked | undefined {
  const bounds = inkBounds(paper);
  if (bounds === undefined) return undefined;
  for (let scale = 1; scale > 0.1; scale *= 0.7) {
    const picture = document.createElement('canvas');
    picture.width = Math.max(1, Math.round(bounds.width * scale));
    picture.height = Math.max(1, Math.round(bounds.height * scale));
    const pen = picture.getContext('2d');
    if (pen === null) return undefined;
    pen.drawImage(paper, bounds.x, bounds.y, bounds.width, bounds.height, 0, 0, picture.width, picture.height);
    const image = picture.toDataURL('image/png');
    if (imageBytes(image) > SIGNATURE_BYTES) continue;
    const refusal = inkRefusal(pen.getImageData(0, 0, picture.width, picture.height));
    return refusal === undefined ? { image } : { refusal };
  }
  return undefined;
}
