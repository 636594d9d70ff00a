import type { FastifyRequest } from 'fastify';
import { createAccessTokens } from '../../../../server/access/sign-in/access-token.ts';
import { bearerToken, checkClient, headerText } from '../../../../server/access/sign-in/authenticate.ts';
import { createFilePass } from '../../../../server/access/sign-in/file-pass.ts';
import { parseRange } from '../../../../server/files/byte-range.ts';
import { loadConfig } from '../../../../server/ground/config.ts';
import { largestHeaders } from '../../../../server/http/plugins/connections.ts';
import { holdsTag } from '../../../../server/http/plugins/held-tag.ts';
import { encodingOf } from '../../../../server/http/plugins/openapi.ts';
import { otherOrigin } from '../../../../server/http/plugins/security-headers.ts';
import { preferredLanguage } from '../../../../src/core/text/language.ts';
import type { HostileKind } from '../hostile-kind.ts';
import { repeatedly } from '../repeated.ts';

const secret = 'a secret of more than thirty-two characters';
const pass = createFilePass(secret, '/api');
const tokens = createAccessTokens(secret, { now: () => new Date() });
const config = loadConfig({});

const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;

/** One text over and over, as the value of a header that our own code reads. */
const kind = (name: string, entry: string, take: (text: string) => unknown, end = ''): HostileKind => ({
  name: `header-${name}`,
  unit: 'bytes',
  largest: largestHeaders,
  open: () => repeatedly((size) => entry.repeat(Math.ceil(size / entry.length)) + end, take),
});

const cookie = (text: string) => pass.read(requestWith({ cookie: text }), 'u1');

/** Headers as long as they may be. */
export const headerValues: readonly HostileKind[] = [
  kind('language-entries', 'x,', preferredLanguage),
  kind('language-weights', 'en;q=0;', preferredLanguage),
  kind('language-dashes', 'zh-', preferredLanguage),
  kind('cookie-entries', 'a=b;', cookie),
  kind('cookie-repeated', 'anlan-file-u1=1.', cookie),
  kind('cookie-spaces', ' ', cookie, 'x'),
  kind('tags', '"a",', (text) => holdsTag(text, '"b"')),
  kind('tags-weak', 'W/', (text) => holdsTag(text, '"b"')),
  kind('range-spaces', ' ', (text) => parseRange(`bytes=${text}1-`, 100)),
  kind('range-digits', '9', (text) => parseRange(`bytes=${text}-${text}`, 100)),
  kind('range-parts', '1-2,', (text) => parseRange(`bytes=${text}`, 100)),
  kind('encodings', 'br;q=0,', encodingOf),
  kind('encodings-zeros', '0', (text) => encodingOf(`br;q=0.${text}1`)),
  kind('host', 'a.', (text) => otherOrigin('http', `${text}/`, 80)),
  kind('token', 'a.', (text) => tokens.verify(bearerToken(`bearer ${text}`))),
  kind('token-spaces', ' ', (text) => bearerToken(`bearer ${text}x`)),
  kind('client', 'a b', (text) => checkClient(requestWith({ authorization: text }), config)),
  kind('tenant-spaces', ' ', (text) => headerText(requestWith({ 'tenant-id': text }), 'tenant-id'), 'x'),
];
