import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { type AllowedNetworks, mayReach } from './private-addresses.ts';

/** Bytes of an answer that are read; what is longer is no answer of a gateway. */
const LONGEST_ANSWER = 65_536;

/** What a gateway said. */
export interface GatewayAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** What is sent, and what it may reach. */
interface PostParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowed: AllowedNetworks;
  readonly signal: AbortSignal;
  /** Addresses of a name. Default what the system says. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** Why a message could not be brought, in words for administrators. */
export function undelivered(detail: string): AnlanError {
  return new AnlanError('guardFailed', { detail });
}

async function systemAddresses(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Posts to an address whose host is looked up once: what was looked at is what is connected to, whatever the name is said
 * to be a moment later. No redirect is followed. Throws where the host is a private one that the company has not listed.
 */
export async function postPinned(url: URL, parts: PostParts): Promise<GatewayAnswer> {
  const place = await findPinned(url, parts);
  const { host } = place;
  if ('missing' in place) throw undelivered(say('找不到主机“{host}”', { host }));
  if ('kept' in place)
    throw undelivered(
      say('“{host}”的地址 {address} 在内网，没有列入这个连接允许的内网地址', { host, address: place.kept }),
    );
  const { address } = place;
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...parts.headers, 'content-length': Buffer.byteLength(parts.body) },
      lookup: pinnedTo(address),
      signal: parts.signal,
      agent: false,
    });
    request.once('error', fail);
    request.once('response', (response) => readAnswer(response).then(done, fail));
    request.end(parts.body);
  });
}

/** Where an address leads, looked up once: what may be connected to, or why nothing may. */
type PinnedPlace = { readonly host: string } & (
  | { readonly address: string }
  | { readonly missing: true }
  /** A private address that the company has not listed. */
  | { readonly kept: string }
);

/** Looks up the host of an address, and whether the company lets it be reached: all of its addresses, or none. */
export async function findPinned(
  url: URL,
  { allowed, resolve = systemAddresses }: Pick<PostParts, 'allowed' | 'resolve'>,
): Promise<PinnedPlace> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await resolve(host) : [host];
  const [address] = found;
  if (address === undefined) return { host, missing: true };
  const kept = found.find((one) => !mayReach(one, allowed));
  return kept === undefined ? { host, address } : { host, kept };
}

/** A look-up that gives the address that was found, whatever the name is said to be now. */
export function pinnedTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, options, done) =>
    options.all === true ? done(null, [{ address, family }]) : done(null, address, family);
}

async function readAnswer(response: IncomingMessage): Promise<GatewayAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    length += (part as Buffer).length;
    // Leaving the loop destroys the connection, so that nothing more is taken.
    if (length > LONGEST_ANSWER) throw undelivered(say('网关的应答太长，不是约定的应答'));
    parts.push(part as Buffer);
  }
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    text: Buffer.concat(parts).toString('utf8'),
  };
}
