import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { Config } from '../../ground/config.ts';
import { SBOM_FILE } from './sbom.ts';

/** Which of the two sites a port serves: the platform, or the management system of administrators. */
export type SiteKind = 'platform' | 'management';

interface StaticClientOptions {
  /** Folder of the built client; a page says so where it is missing. */
  readonly folder: string;
  readonly kind: SiteKind;
  readonly config: Config;
}

/**
 * Serves the built client, compressed: hashed assets as immutable, and index.html for every path that is neither a
 * file nor under /api. Its head tells the client of this installation by meta tags `anlan-site` (platform or
 * management), `anlan-prefix`, `anlan-client`, `anlan-token-header`, `anlan-message-origins` and `anlan-time-zone`. A
 * client built again while the server runs is served at once.
 */
export async function registerStaticClient(app: FastifyInstance, options: StaticClientOptions): Promise<void> {
  const { folder } = options;
  const page = indexPage(options);
  await app.register(compress, { global: true, threshold: 2048, encodings: ['br', 'gzip'] });
  const files = existsSync(folder);
  if (files) {
    await app.register(serveStatic, {
      root: folder,
      index: false,
      wildcard: true,
      // The build has compressed the assets; what it left is compressed here.
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      allowedPath: (path) => !path.endsWith('.map') && !path.endsWith(`/${SBOM_FILE}`),
      setHeaders(reply, path) {
        const hashed = path.includes(`${join(folder, 'assets')}/`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        reply.header('vary', 'accept-encoding');
      },
    });
    app.get('/', (_request, reply) => page(reply));
    app.get('/index.html', (_request, reply) => page(reply));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const wantsPage = request.method === 'GET' && !path.startsWith('/api') && !path.startsWith('/assets/');
    if (wantsPage) return page(reply);
    throw new AnlanError('unknownCall');
  });
}

function indexPage({ folder, kind, config }: StaticClientOptions): (reply: FastifyReply) => FastifyReply {
  const file = join(folder, 'index.html');
  const head = Object.entries({
    site: kind,
    prefix: config.servicePrefix,
    client: `${config.clientId}:${config.clientSecret}`,
    'token-header': config.tokenHeader,
    'message-origins': config.messageOrigins.join(','),
    'time-zone': config.timeZone,
  })
    .map(([name, content]) => `<meta name="anlan-${name}" content="${escapeAttribute(content)}">`)
    .join('');
  let changed = 0;
  let html = '';
  return (reply) => {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    const found = existsSync(file) ? statSync(file).mtimeMs : undefined;
    if (found === undefined) return reply.code(503).send(notBuilt);
    if (found !== changed) {
      html = readFileSync(file, 'utf8').replace('</head>', () => `${head}</head>`);
      changed = found;
    }
    return reply.send(html);
  };
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const notBuilt =
  '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>安澜</title><p>页面尚未构建，请先运行 npm run build。</p></html>';
