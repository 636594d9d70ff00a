/** Code points that a class takes, as pairs of first and last. */
export type CodeRanges = readonly (readonly [number, number])[];

/** A regular expression as a tree. What takes no character (`^`, `\b`, a look-around) is `empty`. */
export type PatternTree =
  | { readonly kind: 'empty' }
  /** The beginning of the text: what stands behind it is tried at one place only. */
  | { readonly kind: 'start' }
  | { readonly kind: 'characters'; readonly ranges: CodeRanges }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly part: PatternTree; readonly least: number; readonly most: number };

/** A regular expression with the look-arounds in it, each matched for itself. */
interface ParsedPattern {
  readonly tree: PatternTree;
  readonly around: readonly PatternTree[];
}

const LAST = 0x10ffff;
export const EVERY: CodeRanges = [[0, LAST]];
const DIGITS: CodeRanges = [[48, 57]];
const WORD: CodeRanges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACES: CodeRanges = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: CodeRanges = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const BEYOND_ASCII: readonly [number, number] = [128, LAST];
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12, '0': 0 };

/** The code points that a class does not take. */
function complement(ranges: CodeRanges): CodeRanges {
  const sorted = ranges.toSorted(([one], [other]) => one - other);
  const rest: [number, number][] = [];
  let next = 0;
  for (const [first, last] of sorted) {
    if (first > next) rest.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}

/**
 * Reads the source of a regular expression that the engine has taken with the flag `u`. Unicode properties are read as
 * more than they are (their ASCII part, and everything beyond ASCII), a back reference as any text: what is found safe
 * with them is safe.
 */
export function parsePattern(source: string): ParsedPattern {
  const text = [...source];
  const around: PatternTree[] = [];
  let at = 0;
  const isNext = (expected: string) => expected === text.slice(at, at + expected.length).join('');

  function choice(): PatternTree {
    const options = [sequence()];
    while (text[at] === '|') {
      at += 1;
      options.push(sequence());
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  function sequence(): PatternTree {
    const parts: PatternTree[] = [];
    while (at < text.length && text[at] !== '|' && text[at] !== ')') parts.push(quantified(atom()));
    return { kind: 'sequence', parts };
  }

  function quantified(part: PatternTree): PatternTree {
    const bounds = quantifier();
    if (bounds === undefined) return part;
    if (text[at] === '?') at += 1;
    return { kind: 'repeat', part, ...bounds };
  }

  function quantifier(): { least: number; most: number } | undefined {
    const sign = text[at];
    if (sign === '*' || sign === '+' || sign === '?') {
      at += 1;
      return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
    }
    const match = sign === '{' ? /^\{(\d+)(,?)(\d*)\}/.exec(text.slice(at, at + 24).join('')) : null;
    if (match === null) return undefined;
    at += match[0].length;
    const least = Number(match[1]);
    const most = match[2] === '' ? least : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    return { least, most };
  }

  function atom(): PatternTree {
    const character = text[at] ?? '';
    if (character === '(') return group();
    if (character === '[') return { kind: 'characters', ranges: characterClass() };
    at += 1;
    if (character === '^') return { kind: 'start' };
    if (character === '$') return { kind: 'empty' };
    if (character === '.') return { kind: 'characters', ranges: complement(LINE_ENDS) };
    if (character === '\\') return escapedAtom();
    return { kind: 'characters', ranges: single(character) };
  }

  function group(): PatternTree {
    const looks = ['(?=', '(?!', '(?<=', '(?<!'].find(isNext);
    if (looks !== undefined) at += looks.length;
    else if (isNext('(?')) {
      // `(?:`, `(?<name>` and `(?i:`; the last changes nothing that the analysis could miss but the case.
      while (text[at] !== ':' && text[at] !== '>') at += 1;
      at += 1;
    } else at += 1;
    const inner = choice();
    at += 1;
    if (looks === undefined) return inner;
    around.push(inner);
    return { kind: 'empty' };
  }

  function escapedAtom(): PatternTree {
    const character = text[at] ?? '';
    if (character === 'b' || character === 'B') {
      at += 1;
      return { kind: 'empty' };
    }
    if (/[1-9k]/.test(character)) {
      if (character === 'k') while (text[at] !== '>') at += 1;
      else while (/\d/.test(text[at + 1] ?? '')) at += 1;
      at += 1;
      const part: PatternTree = { kind: 'characters', ranges: EVERY };
      return { kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY };
    }
    return { kind: 'characters', ranges: escaped() };
  }

  function escaped(): CodeRanges {
    const character = text[at] ?? '';
    at += 1;
    if (character === 'd') return DIGITS;
    if (character === 'D') return complement(DIGITS);
    if (character === 'w') return WORD;
    if (character === 'W') return complement(WORD);
    if (character === 's') return SPACES;
    if (character === 'S') return complement(SPACES);
    if (character === 'p' || character === 'P') return unicodeProperty(character === 'P');
    if (character === 'u') return [codePoint()];
    if (character === 'x') return [hexadecimal(2)];
    if (character === 'c') {
      const code = (text[at]?.charCodeAt(0) ?? 0) % 32;
      at += 1;
      return [[code, code]];
    }
    const control = CONTROLS[character];
    return control === undefined ? single(character) : [[control, control]];
  }

  function unicodeProperty(negated: boolean): CodeRanges {
    const end = text.indexOf('}', at);
    const name = text.slice(at + 1, end).join('');
    at = end + 1;
    if (negated) return EVERY;
    if (/^(?:Script|sc|scx|Script_Extensions)=(?:Han|Hani)$/.test(name)) return [[0x2e80, LAST]];
    if (/^(?:Script|sc|scx|Script_Extensions)=(?!Latin|Latn|Common|Zyyy)/.test(name)) return [BEYOND_ASCII];
    if (/^(?:L|Letter|Lu|Ll|Alphabetic|Alpha)$/.test(name)) return [[65, 90], [97, 122], BEYOND_ASCII];
    return /^(?:N|Nd|Number)$/.test(name) ? [[48, 57], BEYOND_ASCII] : EVERY;
  }

  function codePoint(): readonly [number, number] {
    if (text[at] !== '{') return hexadecimal(4);
    const end = text.indexOf('}', at);
    const code = Number.parseInt(text.slice(at + 1, end).join(''), 16);
    at = end + 1;
    return [code, code];
  }

  function hexadecimal(digits: number): readonly [number, number] {
    const code = Number.parseInt(text.slice(at, at + digits).join(''), 16);
    at += digits;
    return [code, code];
  }

  function characterClass(): CodeRanges {
    at += 1;
    const negated = text[at] === '^';
    if (negated) at += 1;
    const ranges: (readonly [number, number])[] = [];
    while (text[at] !== ']') {
      const first = classMember();
      const ends = text[at] === '-' && text[at + 1] !== ']';
      if (!ends) {
        ranges.push(...first);
        continue;
      }
      at += 1;
      ranges.push([first[0]?.[0] ?? 0, classMember().at(-1)?.[1] ?? LAST]);
    }
    at += 1;
    return negated ? complement(ranges) : ranges;
  }

  function classMember(): CodeRanges {
    const character = text[at] ?? '';
    at += 1;
    if (character !== '\\') return single(character);
    if (text[at] !== 'b') return escaped();
    at += 1;
    return [[8, 8]];
  }

  return { tree: choice(), around };
}

function single(character: string): CodeRanges {
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}

/** Whether two classes take a character in common. */
export function overlap(one: CodeRanges, other: CodeRanges): boolean {
  return one.some(([first, last]) => other.some(([low, high]) => first <= high && low <= last));
}
