import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';
import { chromiumOptions } from '../../e2e/support/chromium.ts';

const root = join(import.meta.dirname, '../../..');

/** Starts the Chromium of tests and benches. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch(chromiumOptions());
}

/** A built page on loopback. */
interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds a page of tests/bench/pages for production and serves it. The build lies in .cache/bench. */
export async function servePage(name: string): Promise<ServedPage> {
  const folder = join(root, '.cache', 'bench', name);
  await build({
    configFile: false,
    root: join(import.meta.dirname, '../pages'),
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: join(import.meta.dirname, '../pages', `${name}.html`) },
    },
  });
  const server = await listen(folder);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('页面没有可用的端口');
  return {
    url: `http://127.0.0.1:${address.port}/${name}.html`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

function listen(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(join(folder, new URL(request.url ?? '/', 'http://localhost').pathname));
    if (!path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
