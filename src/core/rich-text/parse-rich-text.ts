import { readMarkup } from './read-markup.ts';
import { printRichText, RICH_TAGS, type RichNode, type RichTag, richPlainText, safeAddress } from './rich-node.ts';

interface OpenElement {
  readonly tag: RichTag | 'root';
  readonly href?: string;
  readonly children: (OpenElement | string)[];
}

/** Lists, quotations and tables within each other; deeper ones are taken apart. */
const MOST_DEPTH = 8;

const INLINE: readonly string[] = ['strong', 'em', 'u', 's', 'a'];
const LINES: readonly string[] = ['p', 'h3', 'h4'];
/** Elements that hold paragraphs, lists and tables. */
const FLOW: readonly string[] = ['root', 'blockquote', 'li', 'td', 'th'];
const TABLE_PARTS: readonly string[] = ['thead', 'tbody', 'tr', 'td', 'th'];

/** Elements that mean one of ours. */
const SAME: Readonly<Record<string, RichTag>> = {
  b: 'strong',
  i: 'em',
  cite: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  h1: 'h3',
  h2: 'h3',
  h5: 'h4',
  h6: 'h4',
  tfoot: 'tbody',
};

/** Elements that are none of ours, but begin and end a paragraph. */
const BREAKS = new Set(
  'div section article header footer main aside nav address pre center dl dt dd form fieldset figure figcaption hr body html caption details summary'.split(
    ' ',
  ),
);

/** What must be opened inside an element before text can stand in it. */
const INNER: Readonly<Record<string, RichTag>> = {
  root: 'p',
  blockquote: 'p',
  li: 'p',
  td: 'p',
  th: 'p',
  ul: 'li',
  ol: 'li',
  table: 'tbody',
  thead: 'tr',
  tbody: 'tr',
  tr: 'td',
};

const isOurs = (name: string): name is RichTag => (RICH_TAGS as readonly string[]).includes(name);

/** Builds a well-formed tree from whatever order elements come in. */
class TreeBuilder {
  readonly root: OpenElement = { tag: 'root', children: [] };
  #stack: OpenElement[] = [this.root];

  get #top(): OpenElement {
    return this.#stack.at(-1) ?? this.root;
  }

  #push(tag: RichTag, href?: string): void {
    const element: OpenElement = href === undefined ? { tag, children: [] } : { tag, href, children: [] };
    this.#top.children.push(element);
    this.#stack.push(element);
  }

  /** Closes what is open above the innermost of these elements; false where none is open. */
  #backTo(tags: readonly string[], barriers: readonly string[] = []): boolean {
    for (let index = this.#stack.length - 1; index >= 0; index -= 1) {
      const tag = this.#stack[index]?.tag ?? '';
      if (tags.includes(tag)) {
        this.#stack.length = index + 1;
        return true;
      }
      if (barriers.includes(tag)) return false;
    }
    return false;
  }

  /** Ends the paragraph that is open, with the marks in it. */
  endLine(): void {
    this.#backTo([...FLOW, 'ul', 'ol', 'table', 'thead', 'tbody', 'tr']);
  }

  #intoFlow(): void {
    this.endLine();
    while (!FLOW.includes(this.#top.tag)) this.#push(INNER[this.#top.tag] ?? 'p');
  }

  #intoLine(): void {
    for (let tag = INNER[this.#top.tag]; tag !== undefined; tag = INNER[this.#top.tag]) this.#push(tag);
  }

  text(text: string): void {
    const inLine = INNER[this.#top.tag] === undefined;
    if (!inLine && /^[ \t\r\n\f]*$/.test(text)) return;
    this.#intoLine();
    const { children } = this.#top;
    const last = children.at(-1);
    const joined = (typeof last === 'string' ? last : '') + text;
    const shown = joined.replace(/[ \t\r\n\f]+/g, ' ');
    if (typeof last === 'string') children[children.length - 1] = shown;
    else children.push(shown);
  }

  open(tag: RichTag, href: string | undefined): void {
    if (tag === 'br') {
      this.#intoLine();
      this.#top.children.push({ tag: 'br', children: [] });
    } else if (INLINE.includes(tag)) this.#openMark(tag, href);
    else if (LINES.includes(tag)) {
      this.#intoFlow();
      this.#push(tag);
    } else if (tag === 'li') {
      if (!this.#backTo(['ul', 'ol'], ['td', 'th', 'blockquote'])) this.#openBlock('ul');
      if (this.#top.tag === 'ul' || this.#top.tag === 'ol') this.#push('li');
    } else if (TABLE_PARTS.includes(tag)) this.#openTablePart(tag);
    else this.#openBlock(tag);
  }

  #openMark(tag: RichTag, href: string | undefined): void {
    const address = href === undefined ? undefined : safeAddress(href);
    if (tag === 'a' && address === undefined) return;
    if (tag === 'a') this.close('a');
    this.#intoLine();
    // A mark within itself says nothing more.
    if (!this.#stack.some((element) => element.tag === tag)) this.#push(tag, address);
  }

  #openBlock(tag: RichTag): void {
    this.#intoFlow();
    const depth = this.#stack.filter((element) => ['ul', 'ol', 'table', 'blockquote'].includes(element.tag)).length;
    if (depth < MOST_DEPTH) this.#push(tag);
  }

  #openTablePart(tag: RichTag): void {
    const above = tag === 'tr' ? ['thead', 'tbody', 'table'] : ['tr', 'thead', 'tbody', 'table'];
    const found = this.#backTo(tag === 'thead' || tag === 'tbody' ? ['table'] : above);
    if (!found) {
      this.endLine();
      return;
    }
    const wanted = tag === 'td' || tag === 'th' ? 'tr' : tag === 'tr' ? 'tbody' : 'table';
    while (this.#top.tag !== wanted && !(wanted === 'tbody' && this.#top.tag === 'thead')) {
      this.#push(INNER[this.#top.tag] ?? 'tbody');
    }
    this.#push(tag);
  }

  close(tag: RichTag): void {
    const barriers = INLINE.includes(tag)
      ? [...FLOW, ...LINES]
      : LINES.includes(tag)
        ? FLOW
        : TABLE_PARTS.includes(tag)
          ? ['table']
          : ['td', 'th'];
    const open = this.#stack.findLastIndex((element) => element.tag === tag);
    if (open > 0 && !this.#stack.slice(open + 1).some((element) => barriers.includes(element.tag))) {
      this.#stack.length = open;
    }
  }
}

/** The tree without elements that hold nothing they must hold; cells, items and quotations have at least a paragraph. */
function finished(children: OpenElement['children']): RichNode[] {
  return children.flatMap((child): RichNode[] => {
    if (typeof child === 'string') return [child];
    const { tag, href } = child;
    if (tag === 'root') return finished(child.children);
    const inner = finished(child.children);
    const hollow = inner.length === 0;
    if (hollow && ['ul', 'ol', 'table', 'thead', 'tbody', 'tr', 'blockquote', ...INLINE].includes(tag)) return [];
    const filled: RichNode[] = hollow && FLOW.includes(tag) ? [{ tag: 'p', children: [] }] : inner;
    return [href === undefined ? { tag, children: filled } : { tag, href, children: filled }];
  });
}

/**
 * Reads markup of any origin as rich text. Only the elements of `RICH_TAGS` remain, without attributes but a safe
 * `href`; scripts, styles, frames and drawings go with their content. Never throws. Reading what `printRichText` printed
 * gives the same tree.
 */
export function parseRichText(markup: string): readonly RichNode[] {
  const builder = new TreeBuilder();
  for (const event of readMarkup(markup)) {
    if (event.kind === 'text') {
      builder.text(event.text);
      continue;
    }
    const name = Object.hasOwn(SAME, event.name) ? (SAME[event.name] ?? event.name) : event.name;
    if (BREAKS.has(name)) builder.endLine();
    else if (!isOurs(name)) continue;
    else if (event.kind === 'open') builder.open(name, event.href);
    else if (name !== 'br') builder.close(name);
  }
  return finished(builder.root.children);
}

/** Markup of any origin as it may be stored and shown; null where it holds no text. */
export function sanitizeRichText(markup: string): string | null {
  const nodes = parseRichText(markup);
  return /[^\s\u00a0\u200b]/.test(richPlainText(nodes)) ? printRichText(nodes) : null;
}
