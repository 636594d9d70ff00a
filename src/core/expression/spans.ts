import { checkExpression } from './check.ts';
import type { ExpressionNode, ExpressionProblem } from './node.ts';
import { parse, parseExpression } from './parse.ts';
import type { ExpressionScope } from './scope.ts';
import { prepareSource, type Token, WORD_OPERATORS } from './source.ts';
import type { ValueType } from './value-type.ts';

/** Where something stands in a source: offsets in UTF-16 units, the end excluded. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Something that is wrong with a source, with its place. */
export interface ExpressionFault extends Span {
  readonly message: string;
  /** What may stand at the place instead. */
  readonly instead?: string;
}

/** Line and column of an offset, counted from 1. */
export function positionIn(source: string, offset: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Everything that is wrong with a source, each at its place, in the order in which it stands.
 * @param scope by which its names are read. Default: only whether it can be read is told.
 * @param expected type that its place wants.
 */
export function faultsIn(source: string, scope?: ExpressionScope, expected?: ValueType): readonly ExpressionFault[] {
  const parsed = parseExpression(source);
  if ('problems' in parsed) return parsed.problems.map((problem) => faultOf(source, problem, new Map()));
  if (scope === undefined) return [];
  const spans = spansIn(source);
  return checkExpression(parsed.node, scope, expected)
    .problems.map((problem) => faultOf(source, problem, spans))
    .sort((left, right) => left.from - right.from);
}

function faultOf(
  source: string,
  problem: ExpressionProblem,
  spans: ReadonlyMap<ExpressionNode, Span>,
): ExpressionFault {
  const { message, instead } = problem;
  const more = instead === undefined ? {} : { instead };
  return { message, ...spanOf(source, problem, spans), ...more };
}

function spanOf(
  source: string,
  { at, length = 1, node, message, instead }: ExpressionProblem,
  spans: ReadonlyMap<ExpressionNode, Span>,
): Span {
  if (at !== undefined) return { from: at, to: Math.min(source.length, at + length) };
  const span = node === undefined ? undefined : spans.get(node);
  // Of a call only its name is another one.
  if (span !== undefined && node?.kind === 'call' && instead !== undefined) {
    return { from: span.from, to: span.from + node.name.length };
  }
  return span ?? (node === undefined ? stoppedAt(source, message) : undefined) ?? { from: 0, to: source.length };
}

/** The first word up to which the source has the same problem. */
function stoppedAt(source: string, message: string): Span | undefined {
  const prepared = prepareSource(source);
  if ('problem' in prepared) return undefined;
  return prepared.tokens.find(({ to }) => {
    const read = parse(source.slice(0, to));
    return 'problems' in read && read.problems.some((problem) => problem.message === message);
  });
}

/** Where every part of a source stands, brackets around it left out; none where it cannot be read. */
export function spansIn(source: string): ReadonlyMap<ExpressionNode, Span> {
  const parsed = parseExpression(source);
  const prepared = prepareSource(source);
  if ('problems' in parsed || 'problem' in prepared) return new Map();
  const placer = new Placer(prepared.tokens);
  placer.place(parsed.node);
  return placer.spans;
}

/** Indexes of the first and last token of a part. */
interface Extent {
  readonly first: number;
  readonly last: number;
}

/** Follows the tokens of a source along its tree, in which they come in the same order. */
class Placer {
  readonly spans = new Map<ExpressionNode, Span>();
  private readonly tokens: readonly Token[];
  private readonly closing: ReadonlyMap<number, number>;
  /** The first token that no part has taken. */
  private next = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
    this.closing = pairs(tokens);
  }

  /** Notes where a part and all within it stand; gives it with the brackets around it. */
  place(node: ExpressionNode): Extent {
    const bare = this.bare(node);
    const from = this.tokens[bare.first]?.from ?? 0;
    this.spans.set(node, { from, to: this.tokens[bare.last]?.to ?? from });
    return this.bracketed(bare);
  }

  private bare(node: ExpressionNode): Extent {
    switch (node.kind) {
      case 'literal': {
        const word = this.take((token) => token.kind !== 'operator' && !isOperatorWord(token));
        return typeof node.value === 'number' ? this.signed(word) : { first: word, last: word };
      }
      case 'name': {
        const word = this.take(isName);
        return { first: word, last: word };
      }
      case 'member': {
        const { first } = this.place(node.object);
        return { first, last: this.take(isName) };
      }
      case 'unary': {
        const operand = this.place(node.operand);
        return { first: operand.first - 1, last: operand.last };
      }
      case 'binary':
        return { first: this.place(node.left).first, last: this.place(node.right).last };
      case 'conditional': {
        const { first } = this.place(node.test);
        this.place(node.whenTrue);
        return { first, last: this.place(node.whenFalse).last };
      }
      case 'call': {
        const first = this.take(isName);
        return this.enclosed(first, first + 1, node.arguments);
      }
      case 'list': {
        const first = this.take(({ text, kind }) => kind === 'operator' && text === '[');
        return this.enclosed(first, first, node.items);
      }
    }
  }

  private enclosed(first: number, open: number, parts: readonly ExpressionNode[]): Extent {
    for (const part of parts) this.place(part);
    const last = this.closing.get(open) ?? open;
    this.next = last + 1;
    return { first, last };
  }

  /** Goes on to the next token of a kind. */
  private take(fits: (token: Token) => boolean): number {
    const found = this.tokens.findIndex((token, index) => index >= this.next && fits(token));
    const index = found < 0 ? this.next : found;
    this.next = index + 1;
    return index;
  }

  /** A number with the signs in front of it, which are part of it, in brackets too. */
  private signed(word: number): Extent {
    let bare: Extent = { first: word, last: word };
    for (;;) {
      const { first, last } = this.bracketed(bare);
      if (!this.isSign(first - 1)) return bare;
      bare = { first: first - 1, last };
    }
  }

  private isSign(index: number): boolean {
    const { tokens } = this;
    if (tokens[index]?.text !== '-') return false;
    const before = tokens[index - 1];
    if (before === undefined || isOperatorWord(before)) return true;
    return before.kind === 'operator' && before.text !== ')' && before.text !== ']';
  }

  /** What a part is with all brackets that hold nothing but it. */
  private bracketed(bare: Extent): Extent {
    let { first, last } = bare;
    while (this.isGroup(first - 1) && this.closing.get(first - 1) === last + 1) {
      first -= 1;
      last += 1;
    }
    return { first, last };
  }

  /** Whether a bracket opens there that belongs to no call. */
  private isGroup(index: number): boolean {
    const before = this.tokens[index - 1];
    return this.tokens[index]?.text === '(' && (before === undefined || !isName(before));
  }
}

const isOperatorWord = ({ kind, text }: Token): boolean => kind === 'word' && WORD_OPERATORS.has(text);

const isName = (token: Token): boolean => token.kind === 'word' && !isOperatorWord(token);

/** Index of the bracket that closes, by that of the one that opens. */
function pairs(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'operator') continue;
    if (text === '(' || text === '[') open.push(index);
    if (text !== ')' && text !== ']') continue;
    const opening = open.pop();
    if (opening !== undefined) found.set(opening, index);
  }
  return found;
}
