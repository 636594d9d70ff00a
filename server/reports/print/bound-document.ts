import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { PrintContent } from '../../../src/core/field-type.ts';
import type { RichNode } from '../../../src/core/rich-text/rich-node.ts';
import { say } from '../../../src/core/text/say.ts';
import { PRINT_LIMITS, type PrintDocument, type PrintSection } from './print-document.ts';

/** What is left of a record's characters while it is cut. */
interface Room {
  left: number;
}

/**
 * The document cut to what a worker may be given: long values, tables of too many rows, and all that goes over the
 * characters of a record. Whatever was cut says so in its place. Throws `printTooLarge` where the records together have
 * more than a document may: fewer of them can be asked for, so nothing is left out.
 */
export function boundDocument(document: PrintDocument): PrintDocument {
  let all = 0;
  const records = document.records.map((record) => {
    const room: Room = { left: PRINT_LIMITS.characters };
    const sections = record.sections.map((section) => boundSection(section, room));
    all += PRINT_LIMITS.characters - room.left;
    return { ...record, heading: record.heading.slice(0, 200), name: record.name.slice(0, 200), sections };
  });
  if (all > PRINT_LIMITS.allCharacters) throw new AnlanError('printTooLarge');
  return { ...document, records };
}

function boundSection(section: PrintSection, room: Room): PrintSection {
  if (section.kind === 'grid') {
    return {
      ...section,
      cells: section.cells.map((cell) => ({ ...cell, content: boundContent(cell.content, room) })),
    };
  }
  const rows = section.rows.slice(0, PRINT_LIMITS.rows);
  return {
    ...section,
    rows: rows.map((row) => row.map((content) => boundContent(content, room))),
    left: section.left + section.rows.length - rows.length,
  };
}

function cut(text: string, room: Room): string {
  const most = Math.max(0, Math.min(PRINT_LIMITS.text, room.left));
  room.left -= Math.min(text.length, most);
  if (text.length <= most) return text;
  // Never between the halves of a character.
  const end = most > 0 && /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return say('{value}……（其余{number}字未打印，见系统）', { value: text.slice(0, end), number: text.length - end });
}

function boundContent(content: PrintContent, room: Room): PrintContent {
  switch (content.kind) {
    case 'text':
      return { ...content, text: cut(content.text, room) };
    case 'paragraphs':
      return { ...content, paragraphs: cut(content.paragraphs.join('\n'), room).split('\n') };
    case 'table': {
      const rows = content.rows.slice(0, PRINT_LIMITS.rows);
      const left = content.rows.length - rows.length;
      const cells = rows.map((row) => row.map((text) => cut(text, room)));
      const more =
        left === 0 ? [] : [[say('其余{left}行未打印，见系统', { left }), ...content.head.slice(1).map(() => '')]];
      return { ...content, rows: [...cells, ...more] };
    }
    case 'images':
      return { ...content, names: content.names.slice(0, 100).map((name) => cut(name, room)) };
    case 'drawing':
      return content.image.length > PRINT_LIMITS.drawing ? { kind: 'text', text: content.caption } : content;
    case 'pictograms':
      return {
        ...content,
        signs: content.signs.slice(0, 100).map((sign) => ({ ...sign, title: cut(sign.title, room) })),
      };
    case 'qr':
      return content.text.length > 1000 ? { kind: 'text', text: cut(content.text, room) } : content;
    case 'rich':
      return {
        ...content,
        blocks: boundRich(content.blocks, { left: Math.min(PRINT_LIMITS.text, room.left) }, room, 0),
      };
  }
}

function boundRich(nodes: readonly RichNode[], own: Room, room: Room, depth: number): RichNode[] {
  const kept: RichNode[] = [];
  for (const node of nodes) {
    if (own.left <= 0 || depth > 20) break;
    if (typeof node === 'string') {
      const text = node.slice(0, own.left);
      own.left -= text.length;
      room.left -= text.length;
      kept.push(text.length < node.length ? `${text}……` : text);
    } else {
      // An element takes room too, so that empty ones cannot be endless.
      own.left -= 1;
      kept.push({ ...node, children: boundRich(node.children, own, room, depth + 1) });
    }
  }
  return kept;
}
