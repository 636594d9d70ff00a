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

/** Reads JSON text. Unlike `JSON.parse` it says where in Chinese, and finds keys that stand twice. Never throws. */
export function readJson(text: string): JsonText {
  const reader = new Reader(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text);
  try {
    const value = reader.document();
    return {
      value,
      duplicates: reader.duplicates,
      position: (pointer) => {
        const offset = reader.offsets.get(pointer);
        return offset === undefined ? undefined : positionOf(text, offset);
      },
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: { message: error.message, pointer: error.pointer, position: positionOf(text, error.offset) } };
  }
}

function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

class Reader {
  readonly text: string;
  readonly offsets = new Map<string, number>();
  readonly duplicates: JsonFault[] = [];
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): unknown {
    this.blank();
    if (this.at >= this.text.length) throw new Fault('文件是空的', this.at, '');
    const value = this.value('', 0);
    this.blank();
    if (this.at < this.text.length) throw new Fault('JSON 结束后还有多余的内容', this.at, '');
    return value;
  }

  private blank(): void {
    while (this.at < this.text.length && ' \t\r\n'.includes(this.text.charAt(this.at))) this.at += 1;
  }

  private expected(what: string, pointer: string): Fault {
    const found = this.at >= this.text.length ? '文件已结束' : `遇到“${this.text.charAt(this.at)}”`;
    return new Fault(`这里应为${what}，${found}`, this.at, pointer);
  }

  private value(pointer: string, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Fault(`嵌套超过 ${MAX_DEPTH} 层`, this.at, pointer);
    if (!this.offsets.has(pointer)) this.offsets.set(pointer, this.at);
    const next = this.text.charAt(this.at);
    if (next === '{') return this.object(pointer, depth);
    if (next === '[') return this.array(pointer, depth);
    if (next === '"') return this.string(pointer);
    const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
    literal.lastIndex = this.at;
    const found = literal.exec(this.text)?.[0];
    if (found === undefined) throw this.expected('一个值', pointer);
    this.at += found.length;
    return JSON.parse(found);
  }

  private object(pointer: string, depth: number): unknown {
    const entries = new Map<string, unknown>();
    this.at += 1;
    this.blank();
    if (this.take('}')) return {};
    for (;;) {
      this.blank();
      const start = this.at;
      if (this.text.charAt(start) !== '"') {
        throw this.expected(entries.size > 0 ? '带引号的键（最后一项之后不能有逗号）' : '带引号的键', pointer);
      }
      const key = this.string(pointer);
      const member = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      this.blank();
      if (!this.take(':')) throw this.expected('冒号', member);
      this.blank();
      if (entries.has(key)) {
        const position = positionOf(this.text, start);
        this.duplicates.push({ message: `键“${key}”出现了两次`, pointer: member, position });
      } else this.offsets.set(member, start);
      entries.set(key, this.value(member, depth + 1));
      this.blank();
      if (this.take('}')) return Object.fromEntries(entries);
      if (!this.take(',')) throw this.expected('逗号或“}”', member);
    }
  }

  private array(pointer: string, depth: number): unknown {
    const items: unknown[] = [];
    this.at += 1;
    this.blank();
    if (this.take(']')) return items;
    for (;;) {
      this.blank();
      items.push(this.value(`${pointer}/${items.length}`, depth + 1));
      this.blank();
      if (this.take(']')) return items;
      if (!this.take(',')) throw this.expected('逗号或“]”', pointer);
    }
  }

  private take(character: string): boolean {
    if (this.text.charAt(this.at) !== character) return false;
    this.at += 1;
    return true;
  }

  private string(pointer: string): string {
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && this.text.charAt(end) !== '"' && this.text.charAt(end) !== '\n') {
      end += this.text.charAt(end) === '\\' ? 2 : 1;
    }
    if (this.text.charAt(end) !== '"') throw new Fault('文本没有结束的引号', start, pointer);
    this.at = end + 1;
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      throw new Fault('文本里有无效的转义或控制字符', start, pointer);
    }
  }
}
