import { fileTypeFromBuffer } from 'file-type';
import { describe, expect, it } from 'vitest';
import { laws } from './laws.ts';
import { type CardContent, pdfCard } from './pdf-card.ts';

const card: CardContent = { title: '安全生产法', rows: [['文号', '主席令第八十八号 2021']], foot: '示例' };
const textOf = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1');
const shownLines = (pdf: Uint8Array) =>
  [...textOf(pdf).matchAll(/Td <([0-9A-F]*)> Tj/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').swap16().toString('utf16le'),
  );

describe('the card as PDF', () => {
  it('is a PDF whose table points at its objects', async () => {
    const pdf = pdfCard(card);
    expect(await fileTypeFromBuffer(pdf)).toEqual({ ext: 'pdf', mime: 'application/pdf' });
    const text = textOf(pdf);
    const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(table, table + 4)).toBe('xref');
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets).toHaveLength(8);
    offsets.forEach((offset, index) => {
      expect(text.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    });
    const [, length = '', stream = ''] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(text) ?? [];
    expect(stream).toHaveLength(Number(length));
  });

  it('shows the texts, long ones on several lines', () => {
    expect(shownLines(pdfCard(card))).toEqual(['安全生产法', '文号', '主席令第八十八号 2021', '示例']);
    const long = shownLines(pdfCard({ ...card, title: '长'.repeat(60) }));
    expect(long.slice(0, 3).map((line) => line.length)).toEqual([25, 25, 10]);
    expect(shownLines(pdfCard({ ...card, title: '𠮷' }))[0]).toBe('〓');
  });

  it('keeps every law of the demo plant on its page', () => {
    for (const law of laws) {
      const rows = Object.entries(law).map(([key, value]) => [key, String(value)] as const);
      const heights = [...textOf(pdfCard({ ...card, title: law.name, rows })).matchAll(/ 64 (\d+) Td/g)].map(([, y]) =>
        Number(y),
      );
      expect(Math.min(...heights.slice(0, -1))).toBeGreaterThan(80);
    }
  });
});
