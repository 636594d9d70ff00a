import pdfmake from 'pdfmake';
import { inLanguage } from '../../ground/language/language.ts';
import { serveThread } from '../../ground/threads/serve-thread.ts';
import { FONT_FILES, fontOf, PRINT_FONTS } from './fonts.ts';
import { textRuns } from './glyphs.ts';
import { layoutDocument } from './layout.ts';
import type { PrintDocument } from './print-document.ts';

pdfmake.setFonts(PRINT_FONTS);
// Nothing is ever fetched, and no file read but the fonts: what is printed comes with the document.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => FONT_FILES.has(path));

const runs = (text: string) => textRuns(text, fontOf);

serveThread((document: PrintDocument) =>
  inLanguage(
    document.language,
    async () => new Uint8Array(await pdfmake.createPdf(layoutDocument(document, runs)).getBuffer()),
  ),
);
