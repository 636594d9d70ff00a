import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import { inLanguage } from '../text/language.ts';
import { textRuns } from './glyphs.ts';
import { layoutDocument } from './layout.ts';
import type { PrintDocument } from './print-document.ts';

const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'));
const normal = join(folder, '400Regular/NotoSansSC_400Regular.ttf');
const bold = join(folder, '700Bold/NotoSansSC_700Bold.ttf');

pdfmake.setFonts({ sans: { normal, bold, italics: normal, bolditalics: bold } });
// Nothing is ever fetched, and no file read but the fonts: what is printed comes with the document.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold);

const shown = new Set(openSync(normal).characterSet);
const runs = (text: string) => textRuns(text, (code) => shown.has(code));

/** What the pool sends, and gets back. */
export interface PrintJob {
  readonly id: number;
  readonly document: PrintDocument;
}
export type PrintResult =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string };

parentPort?.on('message', ({ id, document }: PrintJob) => {
  void inLanguage(document.language, () =>
    pdfmake
      .createPdf(layoutDocument(document, runs))
      .getBuffer()
      .then(
        (buffer) => parentPort?.postMessage({ id, pdf: new Uint8Array(buffer) } satisfies PrintResult),
        (error: unknown) => {
          const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
          parentPort?.postMessage({ id, error: text } satisfies PrintResult);
        },
      ),
  );
});
