import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { encode } from 'jpeg-js';
import { drawScene, FILM_SECONDS, HIGH, WIDE } from './scene.ts';

/**
 * How a pretended camera behaves. `silent` takes the request and never answers, `stall` begins and then sends nothing
 * more, `large` gives a still of 10 MB, `elsewhere` answers with an address of somebody else's, `still` shows nothing
 * that moves, `move` something that always does.
 */
export const CAMERA_BEHAVIOURS = [
  'normal',
  'still',
  'move',
  'slow',
  'silent',
  'stall',
  'rubbish',
  'refuse',
  'large',
  'elsewhere',
] as const;
type CameraBehaviour = (typeof CAMERA_BEHAVIOURS)[number];

/** What the pretended cameras want to know of whoever asks. */
export const CAMERA_USER = 'anlan';
export const CAMERA_PASSWORD = 'anlan-demo-camera';

/** Pretended cameras behind one address: `/<number>/still.jpg`, `/live.mp4`, `/live.mjpg`, `/index.m3u8`. */
export interface Cameras {
  readonly url: string;
  /** Lets a camera, or all, behave otherwise from now on. */
  behave(behaviour: CameraBehaviour, camera?: number): void;
  /** Streams that are open now, and stills that were asked, of a camera. */
  asked(camera: number): { readonly streams: number; readonly stills: number };
  close(): Promise<void>;
}

/** Seconds of each three minutes in which something moves before a camera. */
const MOVES = 15;
const EVERY = 180;

const FILM = join(import.meta.dirname, 'sample.mp4');

/** Starts pretended cameras on this machine alone. @param port 0 takes any. */
export async function startCameras(port: number): Promise<Cameras> {
  const film = readFilm();
  const behaviours = new Map<number, CameraBehaviour>();
  let usual: CameraBehaviour = 'normal';
  const streams = new Map<number, number>();
  const stills = new Map<number, number>();
  /** Pictures in which nothing moves, as they are until the next minute. */
  const calm = new Map<number, { readonly words: string; readonly jpeg: Uint8Array }>();
  const nonces = new Set<string>();
  const open = new Set<ServerResponse>();
  const of = (camera: number) => behaviours.get(camera) ?? usual;

  function knows({ headers, url }: IncomingMessage): boolean {
    const told = new Map([...(headers.authorization ?? '').matchAll(/(\w+)="?([^",]*)"?/g)].map(([, k, v]) => [k, v]));
    const hash = (text: string) => createHash('md5').update(text).digest('hex');
    const realm = hash(`${CAMERA_USER}:camera:${CAMERA_PASSWORD}`);
    const expected = hash(
      [realm, told.get('nonce'), told.get('nc'), told.get('cnonce'), 'auth', hash(`GET:${url}`)].join(':'),
    );
    return nonces.has(told.get('nonce') ?? '') && told.get('response') === expected;
  }

  function challenge(response: ServerResponse): void {
    const nonce = randomBytes(8).toString('hex');
    nonces.add(nonce);
    response.writeHead(401, { 'www-authenticate': `Digest realm="camera", qop="auth", nonce="${nonce}"` }).end();
  }

  function still(camera: number, response: ServerResponse): void {
    stills.set(camera, (stills.get(camera) ?? 0) + 1);
    const behaviour = of(camera);
    if (behaviour === 'rubbish') {
      response.end(randomBytes(20_000));
      return;
    }
    if (behaviour === 'large') {
      response.end(Buffer.alloc(10 * 1024 * 1024, 0xff));
      return;
    }
    const now = Date.now() / 1_000;
    const moving = behaviour === 'move' || (behaviour !== 'still' && (now + camera * 23) % EVERY < MOVES);
    const time = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(11, 16);
    const words = `${String(camera).padStart(2, '0')}-${time}`;
    const known = calm.get(camera);
    let jpeg = !moving && known?.words === words ? known.jpeg : undefined;
    if (jpeg === undefined) {
      const data = drawScene({ camera, second: now, moving, words });
      jpeg = encode({ width: WIDE, height: HIGH, data }, 70).data;
      if (!moving) calm.set(camera, { words, jpeg });
    }
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg);
  }

  /** Sends what `part` gives each second, until the listener goes or the camera stalls. */
  function stream(camera: number, response: ServerResponse, type: string, part: (index: number) => Buffer): void {
    streams.set(camera, (streams.get(camera) ?? 0) + 1);
    response.writeHead(200, { 'content-type': type });
    let index = 0;
    const next = () => {
      if (of(camera) === 'stall' && index > 1) return;
      if (!response.write(of(camera) === 'rubbish' ? randomBytes(4_000) : part(index)) && index > 60)
        response.destroy();
      index += 1;
    };
    next();
    const timer = setInterval(next, 1_000);
    response.once('close', () => {
      clearInterval(timer);
      streams.set(camera, (streams.get(camera) ?? 1) - 1);
    });
  }

  function film4(camera: number, response: ServerResponse): void {
    stream(camera, response, 'video/mp4', (index) => {
      const fragment = fragmentAt(film, index);
      return index === 0 ? Buffer.concat([film.init, fragment]) : fragment;
    });
  }

  function mjpeg(camera: number, response: ServerResponse): void {
    stream(camera, response, 'multipart/x-mixed-replace; boundary=camera', (index) => {
      const data = drawScene({ camera, second: index, moving: true });
      const { data: jpeg } = encode({ width: WIDE, height: HIGH, data }, 60);
      const head = `--camera\r\ncontent-type: image/jpeg\r\ncontent-length: ${jpeg.length}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\r\n')]);
    });
  }

  function playlist(camera: number, response: ServerResponse): void {
    const newest = Math.floor(Date.now() / 1_000);
    const list = Array.from({ length: 6 }, (_, place) => newest - 5 + place);
    const away = of(camera) === 'elsewhere' ? 'http://169.254.169.254/' : '';
    response
      .writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' })
      .end(
        [
          '#EXTM3U',
          '#EXT-X-VERSION:7',
          '#EXT-X-TARGETDURATION:1',
          `#EXT-X-MEDIA-SEQUENCE:${list[0]}`,
          `#EXT-X-MAP:URI="${away}init.mp4"`,
          ...list.flatMap((index) => ['#EXTINF:1.0,', `part-${index}.m4s`]),
        ].join('\n'),
      );
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const [, number, name = ''] = /^\/(\d{1,3})\/([\w.-]+)$/.exec(request.url ?? '') ?? [];
    const camera = Number(number);
    const behaviour = of(camera);
    if (number === undefined) response.writeHead(404).end();
    else if (!knows(request)) challenge(response);
    else if (behaviour === 'silent') return;
    else if (behaviour === 'refuse') response.writeHead(503).end();
    else if (behaviour === 'elsewhere' && name !== 'index.m3u8')
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    else {
      const [, part] = /^part-(\d{1,12})\.m4s$/.exec(name) ?? [];
      const give = () => {
        if (name === 'still.jpg') still(camera, response);
        else if (name === 'live.mp4') film4(camera, response);
        else if (name === 'live.mjpg') mjpeg(camera, response);
        else if (name === 'index.m3u8') playlist(camera, response);
        else if (name === 'init.mp4') response.end(film.init);
        else if (part !== undefined) response.end(fragmentAt(film, Number(part)));
        else response.writeHead(404).end();
      };
      if (behaviour === 'slow') setTimeout(give, 2_500);
      else give();
    }
  }

  const server = createServer((request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    const [, number] = /^\/(?:(\d{1,3})\/)?behaviour$/.exec(request.url ?? '') ?? [];
    if (request.method !== 'POST') {
      answer(request, response);
      return;
    }
    let text = '';
    request.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    request.once('end', () => {
      const behaviour = CAMERA_BEHAVIOURS.find((one) => one === text.trim());
      if (behaviour === undefined) response.writeHead(400).end();
      else {
        if (number === undefined) {
          usual = behaviour;
          behaviours.clear();
        } else behaviours.set(Number(number), behaviour);
        response.end(JSON.stringify({ behaviour }));
      }
    });
  });
  await listening(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(behaviour, camera) {
      if (camera === undefined) usual = behaviour;
      else behaviours.set(camera, behaviour);
    },
    asked: (camera) => ({ streams: streams.get(camera) ?? 0, stills: stills.get(camera) ?? 0 }),
    async close() {
      for (const response of open) response.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
}

interface Film {
  readonly init: Buffer;
  readonly fragments: readonly Buffer[];
  /** Units of a second, as fragments count. */
  readonly scale: number;
}

function readFilm(): Film {
  const bytes = readFileSync(FILM);
  const fragments: Buffer[] = [];
  let init = 0;
  let moof = 0;
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + bytes.readUInt32BE(at);
    if (type === 'moov') init = end;
    else if (type === 'moof') moof = at;
    else if (type === 'mdat') fragments.push(bytes.subarray(moof, end));
  }
  const mdhd = bytes.indexOf('mdhd');
  return {
    init: bytes.subarray(0, init),
    fragments: fragments.slice(0, FILM_SECONDS),
    scale: bytes.readUInt32BE(mdhd + 16),
  };
}

/** A fragment as it comes at a second: the film begins anew, the time goes on. */
function fragmentAt({ fragments, scale }: Film, second: number): Buffer {
  const bytes = Buffer.from(fragments[second % fragments.length] ?? Buffer.alloc(0));
  bytes.writeUInt32BE(second + 1, bytes.indexOf('mfhd') + 8);
  const tfdt = bytes.indexOf('tfdt');
  const at = second * scale;
  if (bytes[tfdt + 4] === 1) bytes.writeBigUInt64BE(BigInt(at), tfdt + 8);
  else bytes.writeUInt32BE(at % 0xffffffff, tfdt + 8);
  return bytes;
}
