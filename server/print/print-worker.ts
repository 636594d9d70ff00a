import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import { inLanguage } from '../text/language.ts';
import { serveThread } from '../threads/serve-thread.ts';
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

serveThread((document: PrintDocument) =>
  inLanguage(
    document.language,
    async () => new Uint8Array(await pdfmake.createPdf(layoutDocument(document, runs)).getBuffer()),
  ),
);
