import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { authorizationFor } from './ask-camera.ts';
import { createFragmentReader, FilmFault } from './fragments.ts';
import { createJpegReader } from './jpeg-parts.ts';
import { rewritePlaylist } from './playlists.ts';

const film = readFileSync('mocks/video/sample.mp4');

/** Reads a film in pieces of a size; gives what was told. */
function read(bytes: Buffer, size: number): readonly string[] {
  const told: string[] = [];
  const reader = createFragmentReader({
    onInit: (init, mime) => told.push(`${init.length} ${mime}`),
    onFragment: (fragment) => told.push(`${fragment.bytes.length} ${fragment.key}`),
  });
  for (let at = 0; at < bytes.length; at += size) reader.take(bytes.subarray(at, at + size));
  return told;
}

it('parts a film into its beginning and fragments, however it is cut', () => {
  const told = read(film, film.length);
  expect(told[0]).toMatch(/^673 video\/mp4; codecs="avc1\.[0-9a-f]{6}"$/);
  expect([told.length, told.slice(1).every((line) => line.endsWith(' true'))]).toEqual([13, true]);
  for (const size of [1, 7, 1_024]) expect(read(film, size)).toEqual(told);
});

it('a fragment whose first picture needs others before it is told apart', () => {
  const bytes = Buffer.from(film);
  // The second fragment says of its first picture that it depends.
  const second = bytes.indexOf('trun', bytes.indexOf('trun') + 4);
  bytes.writeUInt32BE(0x1010000, second + 16);
  expect(read(bytes, 4_096)[2]).toMatch(/ false$/);
});

it.each([
  ['noise', Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 37) % 251))],
  ['a page', Buffer.from('<html><body>login</body></html>')],
  ['a box that is too long', Buffer.from('7fffffff66747970', 'hex')],
  ['a box of no length', Buffer.concat([film.subarray(0, 28), Buffer.from('000000006d6f6f76', 'hex')])],
  ['a film without a beginning', film.subarray(film.indexOf('moof') - 4)],
  ['another codec', Buffer.from(film.toString('latin1').replace('avc1', 'vp09'), 'latin1')],
])('refuses %s', (_what, bytes) => {
  expect(() => read(bytes, 512)).toThrow(FilmFault);
});

it('parts pictures, and refuses what is none', () => {
  const picture = Buffer.from('ffd8ffe000112233ffd9', 'hex');
  const part = (body: Buffer, head = `content-length: ${body.length}`) =>
    Buffer.concat([Buffer.from(`--cam\r\ncontent-type: image/jpeg\r\n${head}\r\n\r\n`), body, Buffer.from('\r\n')]);
  const seen: Buffer[] = [];
  const reader = createJpegReader('cam', (jpeg) => seen.push(jpeg));
  const all = Buffer.concat([part(picture), part(picture, 'x: y'), part(picture)]);
  for (const byte of all) reader.take(Buffer.from([byte]));
  expect(seen).toEqual([picture, picture, picture]);
  const fresh = () => createJpegReader('cam', () => {});
  expect(() => fresh().take(part(Buffer.from('no picture')))).toThrow(FilmFault);
  expect(() => fresh().take(part(picture, 'content-length: 99999999'))).toThrow(FilmFault);
  expect(() => fresh().take(Buffer.alloc(5_000, 65))).toThrow(FilmFault);
});

it('a playlist names nothing of the camera any more', () => {
  const list = '#EXTM3U\r\n# made by camera 7\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:1.0,\npart 1.m4s\n';
  expect(rewritePlaylist(list, (uri) => `/x?${uri.length}`)).toBe(
    '#EXTM3U\n#EXT-X-MAP:URI="/x?8"\n#EXTINF:1.0,\n/x?10',
  );
});

it('answers a challenge of Digest as RFC 7616 has it, else of Basic, else nothing', () => {
  const url = new URL('http://camera.example/still?x=1');
  const who = { user: 'Mufasa', password: 'Circle of Life' };
  const digest = authorizationFor(who, url, 'Digest realm="cam", nonce="n1", qop="auth", algorithm=SHA-256');
  expect(digest).toMatch(/^Digest username="Mufasa", realm="cam", nonce="n1", uri="\/still\?x=1", algorithm=SHA-256, /);
  expect(digest).toMatch(/response="[0-9a-f]{64}", qop=auth, nc=00000001, cnonce="[0-9a-f]{16}"$/);
  // Without qop it is RFC 2069's.
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const expected = md5(`${md5('Mufasa:t@e.x:Circle of Life')}:abc:${md5('GET:/dir/index.html')}`);
  const old = authorizationFor(
    who,
    new URL('http://camera.example/dir/index.html'),
    'Digest realm="t@e.x", nonce="abc"',
  );
  expect(old).toContain(`response="${expected}"`);
  expect(authorizationFor(who, url, 'Basic realm="cam"')).toBe('Basic TXVmYXNhOkNpcmNsZSBvZiBMaWZl');
  expect(authorizationFor(who, url, 'Negotiate')).toBeUndefined();
  expect(authorizationFor(who, url, 'Digest realm="cam", nonce="n", algorithm=SHA-512-256')).toBeUndefined();
});
