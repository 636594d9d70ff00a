import { FilmFault } from './fragments.ts';

/** Bytes of one picture at most. */
const LARGEST_PICTURE = 2 * 1024 * 1024;
const LARGEST_HEAD = 4 * 1024;
const HEAD_END = '\r\n\r\n';

/**
 * Parts what a camera sends as `multipart/x-mixed-replace`: one JPEG after another. Holds one picture at most. Throws
 * FilmFault for what is none.
 */
export function createJpegReader(boundary: string, onPicture: (jpeg: Buffer) => void): { take(piece: Buffer): void } {
  const mark = `--${boundary.replace(/^--/, '')}`;
  let held: Buffer = Buffer.alloc(0);

  /** Takes one picture off the front; false where it is not there whole. */
  function takeOne(): boolean {
    const end = held.indexOf(HEAD_END);
    if (end < 0) {
      if (held.length > LARGEST_HEAD) throw new FilmFault('rubbish');
      return false;
    }
    const head = held.toString('latin1', 0, end);
    if (!head.includes(mark)) throw new FilmFault('rubbish');
    const begin = end + HEAD_END.length;
    const [, told] = /content-length:\s*(\d{1,8})/i.exec(head) ?? [];
    const next = told === undefined ? held.indexOf(`\r\n${mark}`, begin) : begin + Number(told);
    if ((next < 0 ? held.length : next) - begin > LARGEST_PICTURE) throw new FilmFault('rubbish');
    if (next < 0 || next > held.length) return false;
    const picture = held.subarray(begin, next);
    if (picture[0] !== 0xff || picture[1] !== 0xd8) throw new FilmFault('rubbish');
    onPicture(Buffer.from(picture));
    held = held.subarray(next);
    return true;
  }

  return {
    take(piece) {
      held = held.length === 0 ? piece : Buffer.concat([held, piece]);
      while (takeOne());
    },
  };
}
