import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type {} from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { OpenApiExtra } from '../../../src/compile/openapi/calls.ts';
import { compileOpenApi } from '../../../src/compile/openapi/openapi.ts';
import type { Authenticate } from '../../access/sign-in/authenticate.ts';
import type { Config } from '../../ground/config.ts';
import type { MetadataSnapshot, MetadataSource } from '../../metadata/snapshot.ts';
import { holdsTag } from './held-tag.ts';

interface OpenApiRouteOptions {
  readonly config: Config;
  readonly metadata: MetadataSource;
  readonly authenticate: Authenticate;
  /** Calls that no entity brings. */
  readonly extras: readonly OpenApiExtra[];
}

const encodings = ['br', 'gzip', 'identity'] as const;

/** A document in all its forms; packed when first asked for so. */
interface Document {
  readonly tag: string;
  readonly packed: { [Encoding in (typeof encodings)[number]]?: Promise<Buffer> };
}

const pack = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: Buffer) => promisify(gzip)(text),
};

/**
 * `GET /api/openapi.json`: the OpenAPI 3.1 document of the tenant of whoever is signed in, without envelope. It is made
 * from the table that the dispatcher serves, and packed, once for each revision; who has it already gets 304.
 */
export function registerOpenApi(app: FastifyInstance, options: OpenApiRouteOptions): void {
  const { config, metadata, authenticate, extras } = options;
  const documents = new WeakMap<MetadataSnapshot, Document>();

  function documentOf(snapshot: MetadataSnapshot): Document {
    const known = documents.get(snapshot);
    if (known !== undefined) return known;
    const about = { title: '安澜接口', version: snapshot.revision, tokenHeader: config.tokenHeader };
    const text = Buffer.from(JSON.stringify(compileOpenApi(snapshot.operations.values(), extras, about)));
    const tag = createHash('sha256').update(text).digest('base64url');
    const document: Document = { tag, packed: { identity: Promise.resolve(text) } };
    documents.set(snapshot, document);
    return document;
  }

  app.get('/api/openapi.json', { compress: false }, async (request, reply) => {
    const { tenantId } = await authenticate(request);
    const { tag, packed } = documentOf(await metadata.snapshot(tenantId));
    const encoding = encodingOf(request.headers['accept-encoding']);
    const etag = `"${tag}-${encoding}"`;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'private, no-cache' });
    if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') {
      packed[encoding] ??= packed.identity?.then(pack[encoding]);
      reply.header('content-encoding', encoding);
    }
    return reply.type('application/json; charset=utf-8').send(await packed[encoding]);
  });
}

/** The form of the document for somebody who takes these encodings (`Accept-Encoding`); one with weight 0 he refuses. */
export function encodingOf(header: string | string[] | undefined): (typeof encodings)[number] {
  const taken = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([encoding]) => encoding);
  return encodings.find((encoding) => taken.includes(encoding)) ?? 'identity';
}
