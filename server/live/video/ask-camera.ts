import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { findPinned, pinnedTo } from '../../flow/outgoing/post-pinned.ts';
import { CameraFault } from './camera-faults.ts';
import type { Camera } from './read-camera.ts';

/** Milliseconds in which a camera has to begin to answer. */
const ANSWER_WITHIN = 5_000;

/**
 * Asks a camera for something of its own: by an address that is looked up once and that the company allows, without
 * following it elsewhere, with Digest or Basic where it wants to know who asks. Throws CameraFault.
 */
export async function askCamera(camera: Camera, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new CameraFault('rubbish');
  const place = await findPinned(url, camera).catch(() => ({ missing: true }) as const);
  if ('kept' in place) throw new CameraFault('kept');
  if ('missing' in place) throw new CameraFault('away');
  const asked = { url, address: place.address, signal };
  const first = await send(asked);
  if (first.statusCode !== 401 || camera.user === '') return answered(first);
  const authorization = authorizationFor(camera, url, first.headers['www-authenticate'] ?? '');
  first.destroy();
  if (authorization === undefined) throw new CameraFault('denied');
  return answered(await send(asked, authorization));
}

function answered(response: IncomingMessage): IncomingMessage {
  const { statusCode = 0 } = response;
  if (statusCode === 200) return response;
  response.destroy();
  throw new CameraFault(statusCode === 401 || statusCode === 403 ? 'denied' : 'refused');
}

interface Asked {
  readonly url: URL;
  readonly address: string;
  readonly signal: AbortSignal;
}

function send({ url, address, signal }: Asked, authorization?: string): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      headers: { 'user-agent': 'anlan', ...(authorization === undefined ? {} : { authorization }) },
      lookup: pinnedTo(address),
      agent: false,
      signal,
    });
    const late = setTimeout(() => request.destroy(new CameraFault('silent')), ANSWER_WITHIN);
    request.once('close', () => clearTimeout(late));
    request.once('error', (error) => {
      clearTimeout(late);
      fail(error instanceof CameraFault ? error : new CameraFault('away'));
    });
    request.once('response', (response) => {
      clearTimeout(late);
      // Whoever reads it hears of a break by its end.
      response.on('error', () => {});
      done(response);
    });
    request.end();
  });
}

/** The whole of an answer. Throws CameraFault where it is longer, or takes longer. */
export async function readWhole(response: IncomingMessage, most: number, within: number): Promise<Buffer> {
  const late = setTimeout(() => response.destroy(new CameraFault('silent')), within);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response) {
      length += (part as Buffer).length;
      if (length > most) throw new CameraFault('large');
      parts.push(part as Buffer);
    }
    return Buffer.concat(parts);
  } catch (error) {
    throw error instanceof CameraFault ? error : new CameraFault('away');
  } finally {
    clearTimeout(late);
    response.destroy();
  }
}

/** What answers a camera's challenge; undefined where it wants something else. */
export function authorizationFor(
  { user, password }: Pick<Camera, 'user' | 'password'>,
  url: URL,
  challenge: string,
): string | undefined {
  // A camera may offer both, in one line.
  const digest = /digest\s+(.*)/i.exec(challenge)?.[1];
  if (digest !== undefined) return digestFor({ user, password }, url, digest);
  if (!/basic/i.test(challenge)) return undefined;
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function digestFor({ user, password }: Pick<Camera, 'user' | 'password'>, url: URL, said: string): string | undefined {
  const told = new Map<string, string>();
  for (const [, name = '', quoted, plain] of said.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,"]+))/g)) {
    if (!told.has(name.toLowerCase())) told.set(name.toLowerCase(), quoted ?? plain ?? '');
  }
  const [realm = '', nonce, opaque] = [told.get('realm'), told.get('nonce'), told.get('opaque')];
  const algorithm = told.get('algorithm') ?? 'MD5';
  const hashes: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256' };
  const hash = hashes[algorithm.toUpperCase()];
  const qops = told.get('qop')?.split(/\s*,\s*/);
  if (hash === undefined || nonce === undefined || (qops !== undefined && !qops.includes('auth'))) return undefined;
  const of = (text: string) => createHash(hash).update(text).digest('hex');
  const uri = `${url.pathname}${url.search}`;
  const [count, own] = ['00000001', randomBytes(8).toString('hex')];
  const [who, what] = [of(`${user}:${realm}:${password}`), of(`GET:${uri}`)];
  const response = of(qops === undefined ? `${who}:${nonce}:${what}` : `${who}:${nonce}:${count}:${own}:auth:${what}`);
  return [
    `Digest username="${user.replaceAll('"', '')}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${uri}"`,
    `algorithm=${algorithm}`,
    `response="${response}"`,
    ...(qops === undefined ? [] : ['qop=auth', `nc=${count}`, `cnonce="${own}"`]),
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
  ].join(', ');
}
