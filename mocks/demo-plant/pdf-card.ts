/** A one-page information card: a title, rows of label and text, and a line at the foot. */
export interface CardContent {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, text: string])[];
  readonly foot: string;
}

const page = { width: 595, height: 842, left: 64, right: 531, top: 770, foot: 56 };
const labelWidth = 84;

/**
 * Writes the card as a PDF of A4. Its Chinese font is named, not embedded (STSong-Light with UniGB-UCS2-H), so that a
 * card has 3 kB; readers put a Chinese font of their own in its place. Characters outside the basic plane become 〓.
 */
export function pdfCard({ title, rows, foot }: CardContent): Uint8Array {
  const drawing: string[] = [];
  let y = page.top;
  for (const line of wrap(title, 18, page.right - page.left)) {
    drawing.push(drawText(line, 18, page.left, y));
    y -= 26;
  }
  drawing.push(`0.6 w ${page.left} ${y + 8} m ${page.right} ${y + 8} l S`);
  y -= 16;
  for (const [label, text] of rows) {
    drawing.push(drawText(label, 11, page.left, y));
    for (const line of wrap(text, 11, page.right - page.left - labelWidth)) {
      drawing.push(drawText(line, 11, page.left + labelWidth, y));
      y -= 18;
    }
    y -= 5;
  }
  for (const [index, line] of wrap(foot, 9, page.right - page.left).entries())
    drawing.push(drawText(line, 9, page.left, page.foot - index * 13));
  return assemble(title, drawing.join('\n'));
}

function assemble(title: string, drawing: string): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UCS2-H /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    // Glyphs 1 to 95 are the Latin ones, half as wide as the rest.
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 7 0 R /DW 1000 /W [1 95 500] >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    `<< /Title <FEFF${hex(title)}> /Producer (Anlan demo plant) >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 8 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  // All of it is ASCII, so that offsets in characters are offsets in bytes.
  return Buffer.from(file, 'latin1');
}

function drawText(text: string, size: number, x: number, y: number): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td <${hex(text)}> Tj ET`;
}

/** UCS-2 as the font's encoding wants it. */
function hex(text: string): string {
  return [...text]
    .map((sign) => (sign.length > 1 ? '〓' : sign))
    .map((sign) => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0'))
    .join('');
}

/** Lines of at most a width in points; Latin letters count half, and punctuation never begins a line. */
function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const sign of text) {
    const wide = /[\x20-\x7e]/.test(sign) ? size / 2 : size;
    if (used + wide > width && !'，。；：、）》”,.;:)'.includes(sign)) {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += sign;
    used += wide;
  }
  return [...lines, line];
}
