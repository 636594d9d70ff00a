import { afterAll, describe, expect, it } from 'vitest';
import type { PrintContent } from '../../../src/core/field-type.ts';
import { pictogramNames } from '../../../src/core/pictograms/pictograms.ts';
import { grayPng } from '../../../tests/fixtures/drawn-signature.ts';
import { patient, promised } from '../../../tests/fixtures/patience.ts';
import { pdfPages } from '../../../tests/fixtures/pdf-text.ts';
import { fontOf } from './fonts.ts';
import { textRuns } from './glyphs.ts';
import { gridLines } from './layout.ts';
import type { PrintDocument, PrintSection } from './print-document.ts';
import { createPrintPool } from './print-pool.ts';
import { printableSize } from './printable-picture.ts';

const pool = createPrintPool();
afterAll(() => pool.close());

const text = (value: string) => ({ kind: 'text' as const, text: value });

function document(sections: readonly PrintSection[], pictures: PrintDocument['pictures'] = {}): PrintDocument {
  return {
    title: '示例',
    language: 'zh-CN',
    company: '示例公司',
    printedBy: '张甲',
    printedAt: '2026-05-01 08:00:00',
    watermark: true,
    records: [
      {
        heading: '示例单',
        name: 'SL-1',
        nameTitle: '编号',
        state: '草稿',
        link: 'http://127.0.0.1/x',
        sections,
        note: undefined,
      },
    ],
    pictures,
  };
}

const grid = (content: PrintContent): PrintSection => ({
  kind: 'grid',
  title: undefined,
  columns: 2,
  cells: [{ title: '内容', content, span: undefined }],
});

describe('printing', () => {
  it('bears who printed it and when, and numbers its pages', async () => {
    const pages = await pdfPages(await pool.render(document([grid(text('一段\n两段'))])));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('张甲2026-05-0108:00:00打印');
    expect(pages[0]).toContain('第1页共1页');
    expect(pages[0]).toContain('编号：SL-1');
  });

  it('repeats the head of a table on each page and loses no row', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [text(`行${index}。`), text('措施')]);
    const head = [
      { title: '编号甲', width: 1 },
      { title: '内容乙', width: 3 },
    ];
    const pages = await pdfPages(await pool.render(document([{ kind: 'table', title: '表', head, rows, left: 0 }])));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('编号甲内容乙');
    const all = pages.join('');
    for (let index = 0; index < 120; index += 1) expect(all).toContain(`行${index}。`);
  });

  it('draws every pictogram, with its name below it, and as many as there are', async () => {
    const drawn = (signs: readonly { drawing?: string; title: string }[]) =>
      pool.render(document([grid({ kind: 'pictograms', signs })]));
    const named = pictogramNames.map((drawing, index) => ({ drawing, title: `图${index}。` }));
    const [page = ''] = await pdfPages(await drawn(named));
    for (const { title } of named) expect(page).toContain(title);
    const bare = await drawn(named.map(({ title }) => ({ title })));
    // Each of the drawings is in the file, whose size without them is that of the words.
    const sizes = await Promise.all(
      pictogramNames.map(async (drawing) => (await drawn([{ drawing, title: '图' }])).length),
    );
    expect(new Set(sizes).size).toBe(pictogramNames.length);
    expect((await drawn(named)).length).toBeGreaterThan(bare.length + 1_000);
    const many = Array.from({ length: 60 }, (_, index) => ({ drawing: 'ghs-flame', title: `签${index}。` }));
    const all = (await pdfPages(await drawn(many))).join('');
    for (const { title } of many) expect(all).toContain(title);
  });

  it('prints a picture, and names one that it cannot show', async () => {
    const png = new Uint8Array(grayPng(40, 20, (x) => x < 5));
    const images = [
      { attachId: 'a', name: '好.png' },
      { attachId: 'b', name: '坏.png' },
    ];
    const content = { kind: 'images' as const, images, names: ['方案.docx'] };
    const section: PrintSection = {
      kind: 'grid',
      title: undefined,
      columns: 1,
      cells: [{ title: '附件', content, span: undefined }],
    };
    const [page = ''] = await pdfPages(await pool.render(document([section], { a: png, b: new Uint8Array([1, 2]) })));
    expect(page).toContain('附件：坏.png');
    expect(page).toContain('附件：方案.docx');
    expect(page).not.toContain('好.png');
  });

  it(
    'cuts what would be endless and says so, in bounded time',
    async () => {
      const began = performance.now();
      const rows = Array.from({ length: 5000 }, () => [text('长'.repeat(2000))]);
      const bomb = document([
        grid(text('字'.repeat(5_000_000))),
        { kind: 'table', title: '表', head: [{ title: '列', width: 1 }], rows, left: 0 },
      ]);
      const pages = await pdfPages(await pool.render(bomb));
      expect(pages.join('')).toContain('字未打印，见系统');
      expect(pages.join('')).toContain('其余4600行未打印，见系统');
      expect(performance.now() - began).toBeLessThan(promised(30_000));
    },
    patient(40_000),
  );

  it('gives up on a document that takes too long, and prints the next one', async () => {
    const small = createPrintPool({ within: 1 });
    await expect(small.render(document([grid(text('甲'))]))).rejects.toMatchObject({ code: 'printTooLarge' });
    await small.close();
    const narrow = createPrintPool({ waiting: 1 });
    const first = narrow.render(document([grid(text('甲'))]));
    const second = narrow.render(document([grid(text('乙'))]));
    await expect(narrow.render(document([grid(text('丙'))]))).rejects.toMatchObject({ code: 'tooManyRequests' });
    expect((await Promise.all([first, second])).map((pdf) => pdf.length > 1000)).toEqual([true, true]);
    await narrow.close();
  });
});

it('sets figures that the font lacks small, other characters in fonts that have them, or by their number', () => {
  expect(textRuns('H₂S\t\u200b张𠮷\n👍\ufe0f🦺好\u{10fffd}', fontOf)).toEqual([
    { text: 'H' },
    { text: '2', sub: true },
    { text: 'S    张' },
    { text: '𠮷\n', font: 'rare' },
    { text: '👍', font: 'symbols' },
    { text: '🦺', font: 'emoji' },
    { text: '好〔U+10FFFD〕' },
  ]);
});

it('prints rare characters, symbols and emoji as they are, in the watermark by their number', async () => {
  const rare = document([grid(text('张𠮷、☑、👍🏽、🦺、㐂'))]);
  const [page = ''] = await pdfPages(await pool.render({ ...rare, printedBy: '李𠮷' }));
  for (const shown of ['张𠮷', '☑', '👍', '🦺', '㐂', '李𠮷']) expect(page).toContain(shown);
  expect(page).toContain('李〔U+20BB7〕2026-05-01');
});

it('reads the size of a picture from itself, and takes none that would unpack to too much', () => {
  const png = new Uint8Array(grayPng(40, 20, () => false));
  expect(printableSize(png)).toEqual({ type: 'png', width: 40, height: 20, passes: false });
  new DataView(png.buffer).setUint32(16, 2_000_000);
  expect(printableSize(png)).toBeUndefined();
  expect(printableSize(new Uint8Array([0xff, 0xd8, 0xff]))).toBeUndefined();
  expect(printableSize(new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 20, 0, 40, 3]))).toEqual({
    type: 'jpeg',
    width: 40,
    height: 20,
    passes: false,
  });
});

it('lets the last cell of a line take what is left of it', () => {
  const cell = (title: string, content = text('短'), span?: number) => ({ title, content, span });
  const lines = gridLines([cell('a'), cell('b', text('长'.repeat(80))), cell('c'), cell('d'), cell('e')], 2);
  expect(lines.map((line) => line.map(({ cell: { title }, span }) => `${title}${span}`))).toEqual([
    ['a2'],
    ['b2'],
    ['c1', 'd1'],
    ['e2'],
  ]);
});
