import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What libjpeg-turbo gives: the functions of its C interface, in memory of its own. */
interface Turbo {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  tjInitDecompress(): number;
  tjDecompressHeader3(...pointers: number[]): number;
  tjDecompress2(...values: number[]): number;
}

const GREY = 6;
const RGBA = 7;
/** The decoder leaves out what an eighth of the width and height does not show. */
const SCALE = 8;

// The package's own function gives all pixels, four bytes each; its module can do with less.
const module = new WebAssembly.Module(
  readFileSync(createRequire(import.meta.url).resolve('@cwasm/jpeg-turbo/jpeg-turbo.wasm')),
);

const refuse = () => {
  throw new Error('the decoder asked for something that it has no use for');
};

/** A decoder for one picture: after a fault its memory is of no use any more. */
function start(): Turbo {
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      setjmp: () => 0,
      longjmp: () => {
        throw new Error('no JPEG');
      },
    },
    wasi_snapshot_preview1: {
      environ_sizes_get: () => 0,
      environ_get: refuse,
      proc_exit: refuse,
      fd_close: refuse,
      fd_seek: refuse,
      fd_write: refuse,
    },
  });
  return exports as unknown as Turbo;
}

/**
 * The brightness of a JPEG at an eighth of its size, one byte for each pixel. What can be shown in spite of a fault
 * (cameras write strange endings) is shown.
 * @throws Error where it cannot be decoded.
 */
export function jpegBrightness(bytes: Uint8Array): Uint8Array {
  return decode(bytes, GREY, 1, () => 1).data;
}

/** The pixels of a picture, row by row. */
interface JpegPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * The pixels of a JPEG, four bytes each, decoded in eighths of its size: the smallest that is at least as wide.
 * @param most pixels of the whole picture.
 * @throws Error where it cannot be decoded or is larger.
 */
export function jpegPixels(bytes: Uint8Array, { wide, most }: { readonly wide: number; readonly most: number }) {
  return decode(bytes, RGBA, 4, (width, height) => {
    if (width * height > most) throw new Error('too large');
    return Math.min(SCALE, Math.max(1, Math.ceil((SCALE * wide) / width)));
  });
}

/** @param eighthsOf in how many eighths of its size a picture is decoded. */
function decode(
  bytes: Uint8Array,
  format: number,
  depth: number,
  eighthsOf: (width: number, height: number) => number,
): JpegPixels {
  const turbo = start();
  const from = turbo.malloc(bytes.length);
  new Uint8Array(turbo.memory.buffer, from, bytes.length).set(bytes);
  const decoder = turbo.tjInitDecompress();
  const facts = turbo.malloc(16);
  const told = turbo.tjDecompressHeader3(decoder, from, bytes.length, facts, facts + 4, facts + 8, facts + 12);
  const [width = 0, height = 0] = new Uint32Array(turbo.memory.buffer, facts, 2);
  if (told !== 0 || width < 1 || height < 1) throw new Error('no JPEG');
  const eighths = eighthsOf(width, height);
  const [across, down] = [Math.ceil((width * eighths) / SCALE), Math.ceil((height * eighths) / SCALE)];
  const size = across * down * depth;
  const to = turbo.malloc(size);
  turbo.tjDecompress2(decoder, from, bytes.length, to, across, 0, down, format, 0);
  return { width: across, height: down, data: new Uint8Array(turbo.memory.buffer.slice(to, to + size)) };
}
