/** Elements that rich text may hold; everything else is dropped, its text kept. */
export const RICH_TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'h3',
  'h4',
  'blockquote',
  'a',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/** Name of an element of rich text. */
export type RichTag = (typeof RICH_TAGS)[number];

/** An element of rich text. Only `a` has an address, and always a safe one. */
interface RichElement {
  readonly tag: RichTag;
  readonly href?: string;
  readonly children: readonly RichNode[];
}

/** A piece of rich text: plain text, or an element. */
export type RichNode = string | RichElement;

/** Longest address of a link, in characters. */
const MOST_ADDRESS = 2000;

/**
 * The address of a link where it is one that may be opened (http, https, mailto), without the white space and control
 * characters that browsers pass over; undefined for any other.
 */
export function safeAddress(address: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what hides a scheme from a check
  const bare = address.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\ufeff]/g, '');
  if (bare.length > MOST_ADDRESS) return undefined;
  return /^(?:https?:\/\/[^/?#"'<>\\]+|mailto:[^"'<>\\]+@)[^"'<>\\]*$/i.test(bare) ? bare : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** Rich text as it is stored: the elements without any attribute but a link's address, all text escaped. */
export function printRichText(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escaped(node);
      if (node.tag === 'br') return '<br>';
      const address = node.href === undefined ? '' : ` href="${escaped(node.href)}"`;
      return `<${node.tag}${address}>${printRichText(node.children)}</${node.tag}>`;
    })
    .join('');
}

const ENDS_LINE: readonly RichTag[] = ['p', 'h3', 'h4', 'br', 'tr'];

function appendText(nodes: readonly RichNode[], parts: string[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') {
      parts.push(node);
      continue;
    }
    if (node.tag === 'td' || node.tag === 'th') {
      parts.push(richPlainText(node.children).replaceAll('\n', ' '), '\t');
      continue;
    }
    appendText(node.children, parts);
    if (ENDS_LINE.includes(node.tag)) parts.push('\n');
  }
}

/** The text alone: a line for each paragraph, item and row, cells with a tab between them. */
export function richPlainText(nodes: readonly RichNode[]): string {
  const parts: string[] = [];
  appendText(nodes, parts);
  return parts.join('').replace(/\t\n/g, '\n').replace(/\n+$/, '');
}

/** Plain text as rich text: each line a paragraph. */
export function richFromText(text: string): readonly RichNode[] {
  return text.split(/\r\n|\r|\n/).map((line) => ({ tag: 'p', children: line === '' ? [] : [line] }));
}
