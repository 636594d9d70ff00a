import { say } from '../../src/core/text/say.ts';

const longestName = 255;
const longestExtension = 20;
/** Characters of a name that are looked at. */
const longestRead = 2_000;

/**
 * A file's name as it may be stored and shown: the last part of a path, without control characters, lone surrogates
 * and what nobody sees (marks that turn the writing direction, zero-width characters, soft hyphens), at most 255
 * characters with the extension kept. Never empty.
 */
export function sanitiseFileName(name: string | undefined): string {
  const given = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  // Putting marks in order costs the square of their number; both ends of a name are all that is kept of it.
  const ends = given.length <= longestRead ? given : given.slice(0, longestRead / 2) + given.slice(-longestRead / 2);
  const base = ends.toWellFormed().normalize('NFC');
  const clean = base
    // Only between parts of one emoji does a joiner show.
    .replace(
      /(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})/gu,
      '',
    )
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\uFFFD\u115F\u1160\u3164\uFFA0]|\u034F|(?!\u200D)\p{Cf}/gu, '')
    .trim();
  return withinLength(withoutTail(clean));
}

// A pattern would look at each run of dots within the name anew.
function withoutTail(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}

function withinLength(clean: string): string {
  if (clean === '') return say('未命名文件');
  if (clean.length <= longestName) return clean;
  const extension = extensionOf(clean);
  const tail = extension === '' ? '' : `.${clean.slice(clean.length - extension.length)}`;
  return shorten(clean.slice(0, clean.length - tail.length), longestName - tail.length) + tail;
}

/** Extension in lower case without the dot; '' where the name has none or one of more than 20 characters. */
export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  const extension = at < 0 ? '' : name.slice(at + 1).toLowerCase();
  return extension.length <= longestExtension ? extension : '';
}

/** Content-Disposition with the name in both spellings: plain ASCII for old clients, UTF-8 for all others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

// A name is cut between characters, never inside one.
function shorten(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
