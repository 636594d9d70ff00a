/** What a piece of markup says, in order: a text, an element that opens, one that closes. */
type MarkupEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly href?: string }
  | { readonly kind: 'close'; readonly name: string };

/** Elements whose content is no text to be read: it goes with them. */
const SWALLOWED = new Set(
  'script style template iframe object embed applet noscript svg math title textarea select xmp noembed noframes plaintext audio video canvas'.split(
    ' ',
  ),
);

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  middot: '·',
  times: '×',
  divide: '÷',
  plusmn: '±',
  deg: '°',
  le: '≤',
  ge: '≥',
  ne: '≠',
  micro: 'µ',
  permil: '‰',
  colon: ':',
  tab: '\t',
  newline: '\n',
};

function character(code: number): string {
  const control = code < 0x20 && code !== 9 && code !== 10 && code !== 13;
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return control || surrogate || code > 0x10ffff || code === 0x7f ? '' : String.fromCodePoint(code);
}

/** Puts characters in the place of their names and numbers; an unknown name stays as it is written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([a-z]{2,8}));?/gi,
    (whole: string, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (hex !== undefined) return character(Number.parseInt(hex, 16));
      if (decimal !== undefined) return character(Number(decimal));
      const key = name ?? '';
      if (Object.hasOwn(NAMED, key)) return NAMED[key] ?? whole;
      const small = key.toLowerCase();
      return Object.hasOwn(NAMED, small) ? (NAMED[small] ?? whole) : whole;
    },
  );
}

/** Where the tag that begins at `from` ends, quotes minded; -1 where it never does. */
function endOfTag(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if ((sign === '"' || sign === "'") && /[=\s]/.test(source[at - 1] ?? '')) quote = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

function addressOf(attributes: string): string | undefined {
  const found = /(?:^|[\s/"'])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const address = found?.[1] ?? found?.[2] ?? found?.[3];
  return address === undefined ? undefined : decoded(address);
}

/**
 * Reads markup as a stream, however broken it is. Comments, declarations and what scripts, styles, frames and drawings hold are
 * passed over; of all attributes only `href` is read. It takes time in proportion to the text and never throws. What it
 * makes of odd input need not be what a browser would: safety comes from printing the tree again, never from reading.
 */
export function readMarkup(source: string): readonly MarkupEvent[] {
  const events: MarkupEvent[] = [];
  const lower = source.toLowerCase();
  const say = (text: string) => {
    const said = decoded(text);
    if (said !== '') events.push({ kind: 'text', text: said });
  };
  // Nothing that has not ended before the end of the text is searched for twice.
  const never = new Set<string>();
  let at = 0;
  while (at < source.length) {
    const next = source.indexOf('<', at);
    if (next < 0) {
      say(source.slice(at));
      break;
    }
    say(source.slice(at, next));
    if (source.startsWith('<!--', next)) {
      const end = source.indexOf('-->', next + 2);
      if (end < 0) break;
      at = end + 3;
      continue;
    }
    const tag = /^<(\/?)([a-z][a-z0-9:-]*)/i.exec(source.slice(next, next + 64));
    if (tag === null && !/^<[!?/]/.test(source.slice(next, next + 2))) {
      say('<');
      at = next + 1;
      continue;
    }
    const end = endOfTag(source, next + 1);
    if (end < 0) break;
    at = end + 1;
    if (tag === null) continue;
    const name = (tag[2] ?? '').toLowerCase();
    const closing = tag[1] === '/';
    if (SWALLOWED.has(name)) {
      const close = closing || never.has(name) ? -1 : lower.indexOf(`</${name}`, at);
      if (close < 0) {
        never.add(name);
        if (!closing && source[end - 1] !== '/') break;
        continue;
      }
      const shut = source.indexOf('>', close);
      if (shut < 0) break;
      at = shut + 1;
      continue;
    }
    if (closing) {
      events.push({ kind: 'close', name });
      continue;
    }
    const href = name === 'a' ? addressOf(source.slice(next + tag[0].length, end)) : undefined;
    events.push(href === undefined ? { kind: 'open', name } : { kind: 'open', name, href });
  }
  return events;
}
