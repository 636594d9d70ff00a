import type { PrintContent } from '../../../src/core/field-type.ts';
import { pictogramSvg } from '../../../src/core/pictograms/pictograms.ts';
import type { RichNode } from '../../../src/core/rich-text/rich-node.ts';
import { say } from '../../../src/core/text/say.ts';
import type { PictureSize } from '../../files/pictures/picture-size.ts';
import type { TextRun } from './glyphs.ts';
import {
  PRINT_LIMITS,
  type PrintCell,
  type PrintDocument,
  type PrintRecord,
  type PrintSection,
} from './print-document.ts';
import { printablePicture } from './printable-picture.ts';

/** A node of pdfmake's language. */
type PdfNode = Record<string, unknown>;

/** A4 upright, in points. */
const PAGE = { width: 595.28, height: 841.89 } as const;
const MARGIN = { side: 34, top: 40, bottom: 42 } as const;
const WIDTH = PAGE.width - 2 * MARGIN.side;
const PADDING = 4;
const LINE = 0.5;
const SHADE = '#f2f3f5';
const INK = '#1f2329';
const PALE = '#646a73';
/** Characters of a value above which it takes the whole width. */
const LONG = 60;
/** Height of a printed signature. */
const SIGNATURE = 20;
/** A printed pictogram, 12.7 mm a side, and the room of its name. */
const SIGN = { side: 36, width: 52 } as const;
/** The colours of the standard: a red frame on white. */
const SIGN_COLOURS = { frame: '#d9001b', paper: '#ffffff', ink: '#000000' };

/** Turns text into runs that the font can show. */
type Runs = (text: string) => TextRun[];

/** The whole document in pdfmake's language. `runs` knows what the font can show. */
export function layoutDocument(document: PrintDocument, runs: Runs): PdfNode {
  const layout = createLayout(document, runs);
  const foot = runs(
    say('{printedBy}　{printedAt} 打印', { printedBy: document.printedBy, printedAt: document.printedAt }),
  );
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.bottom],
    info: { title: document.title, author: document.company, creator: '安澜', producer: '安澜' },
    language: document.language,
    defaultStyle: { font: 'sans', fontSize: 9.5, lineHeight: 0.95, color: INK },
    content: document.records.flatMap((record, index) => layout.record(record, index > 0)),
    footer: (page: number, pages: number): PdfNode => ({
      margin: [MARGIN.side, 12, MARGIN.side, 0],
      columns: [
        { text: foot, fontSize: 8, color: PALE },
        {
          text: say('第 {page} 页 共 {pages} 页', { page, pages }),
          alignment: 'right',
          fontSize: 8,
          color: PALE,
          width: 100,
        },
      ],
    }),
    ...(document.watermark
      ? {
          watermark: {
            text: plainText(runs(`${document.printedBy} ${document.printedAt}`)),
            color: '#5b6b7f',
            opacity: 0.12,
            fontSize: 40,
            angle: -35,
          },
        }
      : {}),
  };
}

/** Text of the watermark, which knows one font only. */
function plainText(runs: readonly TextRun[]): string {
  const numbered = (text: string) =>
    [...text].map((character) => `〔U+${character.codePointAt(0)?.toString(16).toUpperCase()}〕`).join('');
  return runs.map(({ text, font }) => (font === undefined ? text : numbered(text))).join('');
}

function createLayout(document: PrintDocument, runs: Runs) {
  const text = (content: string, more: PdfNode = {}): PdfNode => ({ text: runs(content), ...more });

  function record({ heading, name, nameTitle, state, link, sections, note }: PrintRecord, breaks: boolean): PdfNode[] {
    const side = 58;
    return [
      {
        ...(breaks ? { pageBreak: 'before' } : {}),
        columns: [
          { width: side, text: '' },
          {
            width: '*',
            stack: [
              text(document.company, { alignment: 'center', fontSize: 10, color: PALE }),
              text(heading, { alignment: 'center', fontSize: 18, bold: true, margin: [0, 4, 0, 6] }),
              text(
                [
                  name === '' ? '' : say('{field}：{message}', { field: nameTitle, message: name }),
                  state === '' ? '' : say('状态：{state}', { state }),
                ]
                  .filter(Boolean)
                  .join('　　'),
                {
                  alignment: 'center',
                },
              ),
            ],
          },
          link === undefined
            ? { width: side, text: '' }
            : { width: side, qr: link, fit: side, eccLevel: 'L', alignment: 'right' },
        ],
        margin: [0, 0, 0, 6],
      },
      ...sections.flatMap(section),
      ...(note === undefined ? [] : [text(note, { fontSize: 8, color: PALE, margin: [0, 6, 0, 0] })]),
    ];
  }

  function section(part: PrintSection): PdfNode[] {
    return part.kind === 'grid' ? grid(part) : table(part);
  }

  const head = (content: string | undefined, columns: number): (PdfNode | string)[][] =>
    content === undefined
      ? []
      : [
          [
            text(content, { bold: true, colSpan: columns, fillColor: SHADE, alignment: 'center' }),
            ...Array.from({ length: columns - 1 }, () => ''),
          ],
        ];

  function grid({ title, columns, cells }: Extract<PrintSection, { kind: 'grid' }>): PdfNode[] {
    if (cells.length === 0) return [];
    const widths = gridWidths(columns);
    const rows: (PdfNode | string)[][] = [];
    for (const line of gridLines(cells, columns)) {
      rows.push(
        line.flatMap(({ cell, span }) => {
          const taken = span * 2 - 1;
          const room =
            widths.slice(1, 1 + taken).reduce((sum, width) => sum + width + 2 * PADDING + LINE, 0) - 2 * PADDING;
          return [
            text(cell.title, { fillColor: SHADE, alignment: 'center' }),
            { ...contentNode(cell.content, room), ...(taken > 1 ? { colSpan: taken } : {}) },
            ...Array.from({ length: taken - 1 }, () => ''),
          ];
        }),
      );
    }
    const titled = head(title, columns * 2);
    return [framed(widths, [...titled, ...rows], titled.length)];
  }

  function table({ title, head: heads, rows, left }: Extract<PrintSection, { kind: 'table' }>): PdfNode[] {
    if (heads.length === 0) return [];
    const all = heads.reduce((sum, { width }) => sum + width, 0);
    const room = WIDTH - LINE - heads.length * (2 * PADDING + LINE);
    const widths = heads.map(({ width }) => (room * width) / all);
    const titled = head(title, heads.length);
    const body = rows.map((row) =>
      heads.map((_, index) => contentNode(row[index] ?? { kind: 'text', text: '' }, widths[index] ?? room)),
    );
    const span = (content: string): (PdfNode | string)[] => [
      text(content, { colSpan: heads.length, alignment: 'center', color: PALE }),
      ...heads.slice(1).map(() => ''),
    ];
    return [
      framed(
        widths,
        [
          ...titled,
          heads.map((one) => text(one.title, { fillColor: SHADE, alignment: 'center' })),
          ...(rows.length === 0 ? [span(say('无'))] : body),
          ...(left === 0 ? [] : [span(say('其余{left}行未打印，见系统', { left }))]),
        ],
        titled.length + 1,
        rows.every((row) => row.every(isLow)),
      ),
    ];
  }

  /** A value in a cell `room` points wide. */
  function contentNode(content: PrintContent, room: number): PdfNode {
    switch (content.kind) {
      case 'text':
        return text(content.text);
      case 'paragraphs':
        return { stack: content.paragraphs.map((paragraph) => text(paragraph)) };
      case 'qr':
        return { qr: content.text, fit: Math.min(60, room), eccLevel: 'L' };
      case 'drawing':
        return drawing(content.image, content.caption, room);
      case 'pictograms':
        return pictograms(content, room);
      case 'images':
        return pictures(content, room);
      case 'rich':
        return { stack: richNodes(content.blocks, text) };
      case 'table':
        return rowsTable(content, room);
    }
  }

  function rowsTable(content: Extract<PrintContent, { kind: 'table' }>, room: number): PdfNode {
    const count = Math.max(1, content.head.length);
    const width = (room - LINE - count * (4 + LINE)) / count;
    const line = (cells: readonly string[], more: PdfNode = {}) =>
      content.head.map((_, index) => text(cells[index] ?? '', more));
    if (content.rows.length === 0) return text(say('无'));
    return {
      table: {
        widths: content.head.map(() => width),
        headerRows: 1,
        body: [
          line(content.head, { fillColor: SHADE }),
          ...content.rows.map((row) => line(row)),
          ...(content.totals === undefined ? [] : [line(content.totals, { bold: true })]),
        ],
      },
      layout: lines(2, 1),
      fontSize: 8.5,
    };
  }

  function drawing(image: string, caption: string, room: number): PdfNode {
    const bytes = drawnBytes(image);
    const picture = bytes && printablePicture(bytes);
    if (picture === undefined) return text(caption);
    const { size } = picture;
    const scale = Math.min(SIGNATURE / size.height, room / size.width);
    return {
      stack: [
        { image: addressOf(picture.bytes, size), width: size.width * scale, height: size.height * scale },
        ...(caption === '' ? [] : [text(caption, { fontSize: 6.5, color: PALE })]),
      ],
    };
  }

  function pictograms({ signs }: Extract<PrintContent, { kind: 'pictograms' }>, room: number): PdfNode {
    const perLine = Math.max(1, Math.floor(room / (SIGN.width + 4)));
    const boxes = signs.map(({ drawing, title }): PdfNode => {
      const words = text(title, { alignment: 'center', fontSize: 7.5 });
      if (drawing === undefined) return { width: SIGN.width, stack: [words] };
      const svg = pictogramSvg(drawing, SIGN_COLOURS);
      return { width: SIGN.width, stack: [{ svg, width: SIGN.side, height: SIGN.side, alignment: 'center' }, words] };
    });
    const stack = Array.from({ length: Math.ceil(boxes.length / perLine) }, (_, line) => ({
      columns: boxes.slice(line * perLine, (line + 1) * perLine),
      columnGap: 4,
      margin: [0, 2, 0, 2],
      unbreakable: true,
    }));
    return { stack };
  }

  function pictures(content: Extract<PrintContent, { kind: 'images' }>, room: number): PdfNode {
    const width = Math.min(room, room > 300 ? 160 : 110);
    const drawn: PdfNode[] = [];
    const names = [...content.names];
    for (const { attachId, name } of content.images) {
      const bytes = document.pictures[attachId];
      const picture = bytes && printablePicture(bytes);
      if (picture === undefined) {
        names.push(name);
        continue;
      }
      const { size } = picture;
      const scale = Math.min(width / size.width, 120 / size.height, 1);
      const address = addressOf(picture.bytes, size);
      drawn.push({
        width: Math.ceil(size.width * scale),
        stack: [{ image: address, width: size.width * scale, height: size.height * scale }],
      });
    }
    const perLine = Math.max(1, Math.floor(room / (width + 6)));
    const stacked: PdfNode[] = [];
    for (let from = 0; from < drawn.length; from += perLine) {
      stacked.push({
        columns: drawn.slice(from, from + perLine),
        columnGap: 6,
        margin: [0, 2, 0, 2],
        unbreakable: true,
      });
    }
    return { stack: [...stacked, ...names.map((name) => text(say('附件：{name}', { name })))] };
  }

  return { record };
}

const addressOf = (bytes: Buffer, { type }: PictureSize): string =>
  `data:image/${type};base64,${bytes.toString('base64')}`;

function drawnBytes(image: string): Uint8Array | undefined {
  const [, base64] = /^data:image\/png;base64,([A-Za-z0-9+/=]+)$/.exec(image) ?? [];
  return base64 === undefined || image.length > PRINT_LIMITS.drawing ? undefined : Buffer.from(base64, 'base64');
}

function lines(padding: number, above: number): PdfNode {
  return {
    hLineWidth: () => LINE,
    vLineWidth: () => LINE,
    hLineColor: () => '#4e5969',
    vLineColor: () => '#4e5969',
    paddingLeft: () => padding,
    paddingRight: () => padding,
    paddingTop: () => above,
    paddingBottom: () => above,
  };
}

/** A table of the form's whole width; its upper line lies on the lower one of the table before. */
function framed(
  widths: readonly number[],
  body: readonly (readonly (PdfNode | string)[])[],
  headerRows: number,
  whole = false,
): PdfNode {
  return {
    table: { widths, body, headerRows, keepWithHeaderRows: 1, dontBreakRows: whole },
    layout: lines(PADDING, 3),
    margin: [0, -LINE, 0, 0],
  };
}

/** Widths of a grid: a label and a value for each column. */
function gridWidths(columns: number): number[] {
  const label = columns === 1 ? 84 : columns === 2 ? 78 : columns === 3 ? 62 : 50;
  const room = WIDTH - LINE - columns * 2 * (2 * PADDING + LINE);
  const value = (room - columns * label) / columns;
  return Array.from({ length: columns }, () => [label, value]).flat();
}

interface Placed {
  readonly cell: PrintCell;
  readonly span: number;
}

/** Cells in lines of `columns`; the last one of a line takes what is left of it. */
export function gridLines(cells: readonly PrintCell[], columns: number): Placed[][] {
  const done: Placed[][] = [];
  let line: Placed[] = [];
  let taken = 0;
  const close = () => {
    const last = line.at(-1);
    if (last !== undefined) {
      done.push([...line.slice(0, -1), { ...last, span: last.span + columns - taken }]);
    }
    line = [];
    taken = 0;
  };
  for (const cell of cells) {
    const span = Math.min(columns, cell.span ?? (isLong(cell.content) ? columns : 1));
    if (taken + span > columns) close();
    line.push({ cell, span });
    taken += span;
  }
  close();
  return done;
}

/** Whether a cell is low enough for its row to stay on one page. */
function isLow(content: PrintContent): boolean {
  return (
    content.kind === 'drawing' ||
    content.kind === 'qr' ||
    (content.kind === 'pictograms' && content.signs.length < 10) ||
    (content.kind === 'text' && content.text.length < 200) ||
    (content.kind === 'paragraphs' && content.paragraphs.length < 5 && content.paragraphs.join('').length < 200)
  );
}

function isLong(content: PrintContent): boolean {
  switch (content.kind) {
    case 'text':
      return content.text.length > LONG;
    case 'paragraphs':
    case 'table':
    case 'rich':
      return true;
    case 'images':
      return content.images.length > 0;
    default:
      return false;
  }
}

type Text = (content: string, more?: PdfNode) => PdfNode;

/** Rich text as paragraphs, lists and tables. */
function richNodes(nodes: readonly RichNode[], text: Text, style: PdfNode = {}): PdfNode[] {
  const done: PdfNode[] = [];
  let inline: PdfNode[] = [];
  const flush = () => {
    if (inline.length > 0) done.push({ text: inline, margin: [0, 0, 0, 2] });
    inline = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string') {
      inline.push(text(node, style));
      continue;
    }
    const { tag, children } = node;
    if (INLINE.has(tag)) {
      inline.push(...inlineNodes(node, text, style));
      continue;
    }
    flush();
    if (tag === 'ul' || tag === 'ol') {
      const items = children.map((item) => ({
        stack: richNodes(typeof item === 'string' ? [item] : item.children, text, style),
      }));
      done.push({ [tag]: items, margin: [0, 0, 0, 2] });
    } else if (tag === 'table') {
      done.push(...richTable(children, text, style));
    } else if (tag === 'blockquote') {
      done.push({ stack: richNodes(children, text, style), margin: [10, 0, 0, 2], color: PALE });
    } else {
      done.push(
        ...richNodes(children, text, tag === 'h3' || tag === 'h4' || tag === 'th' ? { ...style, bold: true } : style),
      );
    }
  }
  flush();
  return done;
}

const INLINE: ReadonlySet<string> = new Set(['br', 'strong', 'em', 'u', 's', 'a']);

function inlineNodes(node: RichNode, text: Text, style: PdfNode): PdfNode[] {
  if (typeof node === 'string') return [text(node, style)];
  if (node.tag === 'br') return [{ text: '\n' }];
  // The font has no slanted letters: emphasis is set bold too.
  const next =
    node.tag === 'strong' || node.tag === 'em'
      ? { ...style, bold: true }
      : node.tag === 'u'
        ? { ...style, decoration: 'underline' }
        : node.tag === 's'
          ? { ...style, decoration: 'lineThrough' }
          : style;
  return node.children.flatMap((child) => inlineNodes(child, text, next));
}

function richTable(children: readonly RichNode[], text: Text, style: PdfNode): PdfNode[] {
  const rows: RichNode[][] = [];
  const collect = (nodes: readonly RichNode[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      if (node.tag === 'tr') rows.push(node.children.filter((cell) => typeof cell !== 'string'));
      else collect(node.children);
    }
  };
  collect(children);
  const columns = Math.min(20, Math.max(0, ...rows.map((row) => row.length)));
  if (columns === 0) return [];
  const body = rows.map((row) =>
    Array.from({ length: columns }, (_, index) => {
      const cell = row[index];
      return { stack: cell === undefined || typeof cell === 'string' ? [] : richNodes([cell], text, style) };
    }),
  );
  return [{ table: { widths: Array.from({ length: columns }, () => '*'), body }, layout: lines(2, 1) }];
}
