import type { ExpressionProblem } from './node.ts';

/** Longest source that is read, in UTF-16 units. */
export const MAX_SOURCE_LENGTH = 4000;
/** Deepest nesting of brackets; signs and `not` in a row count too, as each is printed in brackets of its own. */
export const MAX_DEPTH = 60;
/**
 * Most operators of one expression, with `and`, `or`, `not`, `in`, `? :` and the dot of a path. Whatever walks a tree
 * goes down once for each of a chain, so this and `MAX_DEPTH` bound how deep the walks go.
 */
export const MAX_OPERATORS = 300;

/** A word of a source, with where it stands: in UTF-16 units, the end excluded. */
export interface Token {
  readonly kind: 'string' | 'word' | 'number' | 'operator';
  /** As the language has it: `<=` for `≤`. Of a string what stands in the source. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Where it stands in the prepared text. */
  readonly prepared: number;
}

/** A source made safe for the parsing library: its strings stand as numbered placeholders `"0"`, `"1"`. */
interface PreparedSource {
  readonly text: string;
  readonly strings: readonly string[];
  readonly tokens: readonly Token[];
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const OPERATOR = /==|!=|<=|>=|[-+*/%<>?:.,()[\]]/y;
/** Operators that are written as words. */
export const WORD_OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in']);
/** What stands between operands and is none. */
const BRACKETS = /^[()[\],:]$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\', "'": "'", '"': '"' };
/** What an input method for Chinese writes, as the language has it; trees and `printExpression` know only the latter. */
const FULL_WIDTH: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＋': '+',
  '－': '-',
  '−': '-',
  '×': '*',
  '＊': '*',
  '÷': '/',
  '／': '/',
  '＜': '<',
  '＞': '>',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
};
/** What may stand instead of what the language does not have. */
const INSTEAD: Readonly<Record<string, string>> = {
  '=': '==',
  '!': 'not ',
  '&&': 'and',
  '&': 'and',
  '||': 'or',
  '|': 'or',
  '“': "'",
  '”': "'",
  '‘': "'",
  '’': "'",
};
/** NUL and lone surrogates, which PostgreSQL cannot hold. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
/** A name of letters that names do not have: a title in Chinese. */
const UNKNOWN_WORD = /[\p{L}\p{N}_]+/uy;
const UNICODE_ESCAPE = /u([0-9a-fA-F]{4})/y;

const TOO_DEEP = `嵌套超过 ${MAX_DEPTH} 层`;
const TOO_MANY = `一个表达式最多 ${MAX_OPERATORS} 个运算符，请拆成几个计算字段`;

const HINTS: Readonly<Record<string, string>> = {
  '=': '比较相等请写 ==',
  '!': '取反请写 not，不等请写 !=',
  '&': '“并且”请写 and',
  '|': '“或者”请写 or，连接文本请用 concat(…)',
  '^': '没有乘方运算',
  ';': '一个表达式只能写一句',
  '“': '文本请用英文引号括起来',
  '”': '文本请用英文引号括起来',
  '‘': '文本请用英文引号括起来',
  '’': '文本请用英文引号括起来',
};

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/**
 * Reads the source into tokens that the parsing library cannot misread. The library takes `'a\'b` as a name, cuts long
 * numbers silently and recurses without limit; so strings, numbers and brackets are checked here first.
 */
export function prepareSource(source: string): PreparedSource | { readonly problem: ExpressionProblem } {
  if (source.length > MAX_SOURCE_LENGTH) {
    return { problem: { message: `表达式过长：最多 ${MAX_SOURCE_LENGTH} 个字符，现有 ${source.length} 个` } };
  }
  const strings: string[] = [];
  const tokens: Token[] = [];
  let text = '';
  let depth = 0;
  let operators = 0;
  let prefixes = 0;
  let at = 0;
  const fail = (message: string, more: Partial<ExpressionProblem> = {}) => ({
    problem: { message: `第 ${at + 1} 个字符：${message}`, at, ...more },
  });
  const take = (kind: Token['kind'], length: number, prepared: string, word = source.slice(at, at + length)): void => {
    // Spaces keep `÷×` from becoming the library's comment.
    const padded = kind === 'operator' && word !== source.slice(at, at + length);
    tokens.push({ kind, text: word, from: at, to: at + length, prepared: text.length + (padded ? 1 : 0) });
    text += padded ? ` ${prepared} ` : prepared;
    at += length;
  };

  while (at < source.length) {
    const char = source.charAt(at);
    if (/\s/.test(char)) {
      text += ' ';
      at += 1;
      continue;
    }
    if (char === "'" || char === '"') {
      const string = readString(source, at);
      if ('message' in string) return fail(string.message);
      take('string', string.end - at, `"${strings.length}"`);
      strings.push(string.value);
      continue;
    }
    const name = matchAt(NAME, source, at);
    if (name !== undefined) {
      if (WORD_OPERATORS.has(name)) operators += 1;
      if (operators > MAX_OPERATORS) return fail(TOO_MANY);
      prefixes = name === 'not' ? prefixes + 1 : 0;
      if (depth + prefixes > MAX_DEPTH) return fail(TOO_DEEP);
      take('word', name.length, name);
      continue;
    }
    const number = matchAt(NUMBER, source, at);
    if (number !== undefined) {
      const message = numberProblem(number, source.charAt(at + number.length));
      if (message !== undefined) return fail(message);
      take('number', number.length, number);
      continue;
    }
    const plain = Object.hasOwn(FULL_WIDTH, char) ? FULL_WIDTH[char] : undefined;
    const operator = plain ?? matchAt(OPERATOR, source, at);
    if (operator === undefined || source.startsWith('/*', at)) {
      return fail(characterProblem(source, at), characterFix(source, at));
    }
    if (operator === '(' || operator === '[') depth += 1;
    if (operator === ')' || operator === ']') depth -= 1;
    if (!BRACKETS.test(operator)) operators += 1;
    if (operators > MAX_OPERATORS) return fail(TOO_MANY);
    prefixes = operator === '-' ? prefixes + 1 : 0;
    if (depth + prefixes > MAX_DEPTH) return fail(TOO_DEEP);
    take('operator', plain === undefined ? operator.length : char.length, operator, operator);
  }
  return { text, strings, tokens };
}

/** How much of the source is not known, and what may stand there instead. */
function characterFix(source: string, at: number): Pick<ExpressionProblem, 'length' | 'instead'> {
  const char = String.fromCodePoint(source.codePointAt(at) ?? 0);
  const word = matchAt(UNKNOWN_WORD, source, at) ?? (source.startsWith(char + char, at) ? char + char : char);
  const instead = Object.hasOwn(INSTEAD, word) ? INSTEAD[word] : undefined;
  const length = source.startsWith('/*', at) ? source.length - at : word.length;
  return { length, ...(instead === undefined ? {} : { instead }) };
}

function characterProblem(source: string, at: number): string {
  if (source.startsWith('/*', at)) return '表达式里不能写注释';
  const char = String.fromCodePoint(source.codePointAt(at) ?? 0);
  const hint = Object.hasOwn(HINTS, char) ? HINTS[char] : undefined;
  if (hint !== undefined) return `不能用“${char}”，${hint}`;
  return `不认识“${char}”；字段请写它的键，文本请加英文引号`;
}

function numberProblem(text: string, next: string): string | undefined {
  if (/[A-Za-z0-9_.]/.test(next)) return `数字“${text}”后面不能直接跟“${next}”`;
  const digits = text
    .replace(/[eE].*$/, '')
    .replace('.', '')
    .replace(/^0+/, '');
  if (digits.length > 15) return `数字“${text}”超过 15 位有效数字`;
  const value = Number(text);
  if (value > 1e100 || (value !== 0 && value < 1e-20)) return `数字“${text}”超出范围`;
  if (value === 0 && /[1-9]/.test(digits)) return `数字“${text}”超出范围`;
  return undefined;
}

function readString(source: string, start: number): { value: string; end: number } | { message: string } {
  const quote = source.charAt(start);
  let value = '';
  let at = start + 1;
  for (;;) {
    if (at >= source.length) return { message: '文本缺少结尾的引号' };
    const char = source.charAt(at);
    if (char === quote) break;
    if (char !== '\\') {
      value += char;
      at += 1;
      continue;
    }
    const next = source.charAt(at + 1);
    const unicode = matchAt(UNICODE_ESCAPE, source, at + 1);
    const plain = Object.hasOwn(ESCAPES, next) ? ESCAPES[next] : undefined;
    if (unicode !== undefined) {
      value += String.fromCharCode(Number.parseInt(unicode.slice(1), 16));
      at += 6;
    } else if (plain !== undefined) {
      value += plain;
      at += 2;
    } else return { message: `文本里不认识“\\${next}”，反斜杠请写 \\\\` };
  }
  if (UNSTORABLE.test(value)) return { message: '文本含有不能保存的字符' };
  return { value, end: at + 1 };
}
