import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { ensureTraditional } from './scripts/locales/ensure-traditional.mjs';
import { billOfMaterials } from './scripts/sbom.mjs';

const server = process.env.ANLAN_SERVER ?? 'http://127.0.0.1:8080';

/**
 * The chunks that most visits load, each with all that its modules import and no chunk above it holds: few and large, as
 * a browser asks a server of HTTP/1.1 for six files at a time. What nobody names here comes when it is used.
 */
const CHUNKS: readonly (readonly [name: string, roots: RegExp])[] = [
  ['react', /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/],
  ['boot', /src[\\/]app[\\/]main\.tsx$/],
  // The controls of the login page are those of the shell's dialogs.
  ['login', /[\\/]LoginPage\.tsx$/],
  ['shell', /[\\/]BasicLayout\.tsx$/],
  ['home', /[\\/](OverviewPage|InboxPage|LongJobList)\.tsx$/],
  ['model', /src[\\/]runtime[\\/](model[\\/]page-model|calls[\\/]entity-calls)\.ts$/],
  ['rows', /[\\/]TaskListPage\.tsx$/],
  ['page', /src[\\/]page-kinds[\\/]EntityPage\.tsx$/],
];

/** Bytes below which a file is sent as it is. */
const LEAST_COMPRESSED = 2048;

/**
 * Writes scripts and styles compressed as well as it goes (`.br`) beside themselves: a sixth less than what a server makes
 * of them while a browser waits.
 */
function compressed(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
      await Promise.all(
        files.map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (content.length < LEAST_COMPRESSED) return;
          await writeFile(join(dir, `${file.fileName}.br`), await compress(content));
        }),
      );
    },
  };
}

/** What no page that works without a network needs: it is large, and comes from the server when it is used. */
const ONLY_ONLINE =
  /\/(designer|node_modules\/(echarts|ol|@tiptap|@codemirror|@xyflow|@event-calendar))\/|\/playground\/\w+\/\w+Page\.tsx$/;

interface BuiltFile {
  readonly type: string;
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly name?: string | undefined;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly moduleIds?: readonly string[];
}

/** Writes the worker that has the program open without a network, with the names of the files that it keeps (`/sw.js`). */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const built = new Map(Object.values(bundle).map((file): [string, BuiltFile] => [file.fileName, file]));
      const kept = new Set<string>();
      const keep = (name: string): void => {
        const file = built.get(name);
        if (file === undefined || kept.has(name) || file.moduleIds?.some((id) => ONLY_ONLINE.test(id)) === true) return;
        kept.add(name);
        for (const next of [...(file.imports ?? []), ...(file.dynamicImports ?? [])]) keep(next);
      };
      for (const { fileName, isEntry, name } of built.values())
        if (isEntry === true && name === 'index') keep(fileName);
      for (const { fileName } of built.values()) if (fileName.endsWith('.css')) kept.add(fileName);
      const files = [...kept].sort().map((name) => `/${name}`);
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const worker = await readFile(join(import.meta.dirname, 'src/app/offline/shell-worker.js'), 'utf8');
      const said = JSON.stringify({
        version,
        files: [...files, '/look.js', '/favicon.svg', '/app.webmanifest', '/icons/app-192.png'],
      });
      await writeFile(
        join(dir, 'sw.js'),
        worker.replace('__BUILD__', () => said),
      );
    },
  };
}

/** Makes the texts of traditional Chinese, which the repository does not keep, before anything looks for them. */
function translated(): Plugin {
  return {
    name: 'translated',
    buildStart() {
      ensureTraditional(import.meta.dirname);
    },
  };
}

/** Writes what the product is made of beside the client, for administrators; a build without npm says that it did not. */
function listed(): Plugin {
  return {
    name: 'listed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      try {
        await writeFile(join(dir, 'sbom.json'), await billOfMaterials());
      } catch (error) {
        this.warn(
          `没有写出软件物料清单（sbom.json），需要 npm 9.6 以上：${error instanceof Error ? error.message : error}`,
        );
      }
    },
  };
}

/** The client's build. Source maps are made for analysis and not announced to browsers. */
export default defineConfig({
  plugins: [translated(), react(), compressed(), offline(), listed()],
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: server } } },
  preview: { host: '127.0.0.1', proxy: { '/api': { target: server } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // The second entry gives tests the validator that users download, by names that minifying leaves alone.
      input: { index: 'index.html', validator: 'src/app/validator.ts' },
      preserveEntrySignatures: 'exports-only',
      output: {
        codeSplitting: {
          groups: CHUNKS.map(([name, test], index) => ({ name, test, priority: CHUNKS.length - index })),
        },
      },
    },
  },
});
