/** Part of a content, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * What a `Range` header asks for of a content of `size` bytes: a part, `unsatisfiable` (answered 416), or undefined for
 * the whole, which is also the answer to headers that are malformed or ask for several parts, as RFC 9110 allows.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '');
  const [from, to] = [found?.[1] ?? '', found?.[2] ?? ''];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    // The last bytes.
    const count = Math.min(Number(to), size);
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
