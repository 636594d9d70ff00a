import { parse, printParseErrorCode, visit } from 'jsonc-parser';

/** Place in a text, both counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Something wrong with JSON text. */
export interface JsonFault {
  readonly message: string;
  readonly pointer: string;
  readonly position: TextPosition;
}

/** What `readJson` gives: the value with the place of every part, and keys that stand twice; or a syntax error. */
export type JsonText =
  | {
      readonly value: unknown;
      readonly duplicates: readonly JsonFault[];
      /** Place of a JSON pointer's value; for a member, of its key. */
      position(pointer: string): TextPosition | undefined;
    }
  | { readonly fault: JsonFault };

const MAX_DEPTH = 64;

class Fault extends Error {
  readonly offset: number;
  readonly pointer: string;
  constructor(message: string, offset: number, pointer: string) {
    super(message);
    this.offset = offset;
    this.pointer = pointer;
  }
}

/** As much of an unfinished text as can be read; for help while somebody writes, never for what is kept. */
export function readLoosely(text: string): unknown {
  return parse(text, [], { allowTrailingComma: true });
}

/** Reads JSON text. Unlike `JSON.parse` it says where in Chinese, and finds keys that stand twice. Never throws. */
export function readJson(text: string): JsonText {
  const source = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const plain = readPlain(source);
  if (plain !== undefined) {
    let places: ReadonlyMap<string, number> | undefined;
    const position = (pointer: string): TextPosition | undefined => {
      places ??= findPlaces(source).offsets;
      const offset = places.get(pointer);
      return offset === undefined ? undefined : positionOf(text, offset);
    };
    return { value: plain.value, duplicates: [], position };
  }
  try {
    const { offsets, duplicates } = findPlaces(source);
    return {
      // What has been walked through is JSON; keys like __proto__ become plain ones here.
      value: JSON.parse(source),
      duplicates: duplicates.map(({ key, pointer, offset }) => ({
        message: `键“${key}”出现了两次`,
        pointer,
        position: positionOf(text, offset),
      })),
      position: (pointer) => {
        const offset = offsets.get(pointer);
        return offset === undefined ? undefined : positionOf(text, offset);
      },
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: { message: error.message, pointer: error.pointer, position: positionOf(text, error.offset) } };
  }
}

/**
 * The value of a text with which nothing is wrong; undefined where it must be read with care, to say what is. A walk that
 * notes all places takes ten times as long, and hardly ever is a place asked for.
 */
function readPlain(source: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined;
  }
  const { keys, depth } = countKeys(source);
  // What is nested without end is refused; nothing may walk into it.
  return depth <= MAX_DEPTH && keys === keysIn(value) ? { value } : undefined;
}

/** Keys of all objects in a value; fewer than its text has where one stands twice. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, item) => sum + keysIn(item), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}

/** Keys that stand in a valid JSON text, and how deep its objects and arrays are nested. */
function countKeys(source: string): { readonly keys: number; readonly depth: number } {
  let keys = 0;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source.charCodeAt(at);
    if (char === QUOTE) at = endOfText(source, at);
    // Outside of texts a colon stands behind each key, and nowhere else.
    else if (char === COLON) keys++;
    else if (char === BRACE || char === BRACKET) depth = Math.max(depth, ++open);
    else if (char === BRACE + 2 || char === BRACKET + 2) open--;
  }
  return { keys, depth };
}

const QUOTE = '"'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const BRACE = '{'.charCodeAt(0);
const BRACKET = '['.charCodeAt(0);

/** Where the text that begins with a quote ends: at the first quote behind an even number of backslashes. */
function endOfText(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); ; end = source.indexOf('"', end + 1)) {
    let before = end;
    while (source[before - 1] === '\\') before--;
    if ((end - before) % 2 === 0) return end;
  }
}

function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** An object or array around what is being read. */
interface Group {
  readonly pointer: string;
  /** Keys of an object so far; an array has none. */
  readonly keys: Set<string> | undefined;
  /** Pointer of an object's last member. */
  member: string;
  /** Items of an array so far. */
  items: number;
}

/** Where a key that stands once more does so. */
interface Duplicate {
  readonly key: string;
  readonly pointer: string;
  readonly offset: number;
}

/** Offsets of all values by their pointer, and of keys that stand twice. Throws a `Fault` at the first error. */
function findPlaces(source: string): { offsets: ReadonlyMap<string, number>; duplicates: readonly Duplicate[] } {
  const offsets = new Map<string, number>();
  const duplicates: Duplicate[] = [];
  const groups: Group[] = [];

  /** Notes a value that begins; gives its pointer. */
  const begin = (offset: number): string => {
    const around = groups.at(-1);
    const pointer =
      around === undefined ? '' : around.keys === undefined ? `${around.pointer}/${around.items++}` : around.member;
    if (groups.length > MAX_DEPTH) throw new Fault(`嵌套超过 ${MAX_DEPTH} 层`, offset, pointer);
    if (!offsets.has(pointer)) offsets.set(pointer, offset);
    return pointer;
  };
  const open = (offset: number, keys: Set<string> | undefined): void => {
    const pointer = begin(offset);
    groups.push({ pointer, keys, member: pointer, items: 0 });
  };
  const close = (): void => {
    groups.pop();
  };

  visit(
    source,
    {
      onObjectBegin: (offset) => open(offset, new Set()),
      onArrayBegin: (offset) => open(offset, undefined),
      onObjectEnd: close,
      onArrayEnd: close,
      onLiteralValue: (_, offset) => {
        begin(offset);
      },
      onObjectProperty: (key, offset) => {
        const around = groups.at(-1);
        if (around === undefined) return;
        around.member = `${around.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        if (around.keys?.has(key)) duplicates.push({ key, pointer: around.member, offset });
        else offsets.set(around.member, offset);
        around.keys?.add(key);
      },
      onError: (number, offset, length) => {
        const around = groups.at(-1);
        const code = printParseErrorCode(number);
        const ended = around === undefined && offsets.has('') && code === 'InvalidSymbol';
        const message = faultText(ended ? 'EndOfFileExpected' : code, source.slice(offset, offset + length), around);
        throw new Fault(message, offset, (code === 'PropertyNameExpected' ? around?.pointer : around?.member) ?? '');
      },
    },
    { disallowComments: true },
  );
  return { offsets, duplicates };
}

/** What is wrong at `found`, of which nothing is left where the text ends. */
function faultText(code: string, found: string, around: Group | undefined): string {
  const expected = (what: string): string =>
    `这里应为${what}，${found === '' ? '文件已结束' : `遇到“${found.charAt(0)}”`}`;
  switch (code) {
    case 'PropertyNameExpected':
      return expected(around?.keys?.size ? '带引号的键（最后一项之后不能有逗号）' : '带引号的键');
    case 'ColonExpected':
      return expected('冒号');
    case 'CommaExpected':
      return expected(around?.keys === undefined ? '逗号或“]”' : '逗号或“}”');
    case 'CloseBraceExpected':
      return expected('逗号或“}”');
    case 'CloseBracketExpected':
      return expected('逗号或“]”');
    case 'ValueExpected':
      return around === undefined && found === '' ? '文件是空的' : expected('一个值');
    case 'EndOfFileExpected':
      return 'JSON 结束后还有多余的内容';
    case 'InvalidCommentToken':
      return 'JSON 里不能有注释';
    case 'UnexpectedEndOfString':
      return '文本没有结束的引号';
    case 'InvalidCharacter':
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
      return '文本里有无效的转义或控制字符';
    default:
      return `这里不能是“${found.slice(0, 20)}”：文本要用双引号，数字按十进制写`;
  }
}
