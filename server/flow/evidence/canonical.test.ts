import { expect, it } from 'vitest';
import { canonicalJson, sha256 } from './canonical.ts';

it('the same content is the same text, in whatever order it was put together, and another is another', () => {
  expect(canonicalJson({ b: [{ d: 1, c: undefined }, null], a: { z: '值', y: false } })).toBe(
    '{"a":{"y":false,"z":"值"},"b":[{"d":1},null]}',
  );
  expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
});

it('hashes UTF-8', () => {
  expect(sha256('安澜')).toBe('ef23d38cd141578e759727d030bd9ae37f40edc53384cb916a4f2ea042e7ffc8');
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
