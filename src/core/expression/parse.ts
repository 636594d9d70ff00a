import { Parser } from 'expr-eval';
import type { BinaryOperator, ExpressionNode, ExpressionProblem, LiteralValue } from './node.ts';
import { nodePartsOf, RESERVED_NAMES } from './node.ts';
import { prepareSource, type Token } from './source.ts';

/** What `parseExpression` gives: the tree, or everything wrong with the source. */
type ParseResult = { readonly node: ExpressionNode } | { readonly problems: readonly ExpressionProblem[] };

/** One instruction of the library's postfix form, as far as it is read here. */
interface Instruction {
  readonly type: string;
  readonly value: unknown;
}

const BINARY: ReadonlySet<string> = new Set<BinaryOperator>([
  ...(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or'] as const),
]);

function table<T>(entries: Record<string, T>): Record<string, T> {
  // The library looks operators and constants up with `in`; without a prototype `toString` is just a name.
  return Object.assign(Object.create(null), entries);
}

const parser = new Parser({
  allowMemberAccess: true,
  operators: table({
    assignment: false,
    fndef: false,
    factorial: false,
    power: false,
    concatenate: false,
    array: true,
  }),
});
parser.consts = table({});
parser.functions = table({});
parser.unaryOps = table({ '-': true, '+': true, not: true });
Reflect.set(parser, 'binaryOps', table(Object.fromEntries([...BINARY, '['].map((operator) => [operator, true]))));

Reflect.set(parser, 'ternaryOps', table({ '?': true }));

class ParseProblem extends Error {}

const CACHE_LIMIT = 5000;
const cache = new Map<string, ParseResult>();

/**
 * Reads one expression. Never throws for any source: what is wrong comes back in Chinese. Results are cached by source,
 * and the trees are frozen.
 *
 * Example: `parseExpression("effectiveDate >= issueDate")`.
 */
export function parseExpression(source: string): ParseResult {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const result = parse(source);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(source, result);
  return result;
}

/** Reads a source without keeping what was read: for texts that nobody asks for again. */
export function parse(source: string): ParseResult {
  const prepared = prepareSource(source);
  if ('problem' in prepared) return { problems: [prepared.problem] };
  if (prepared.text.trim() === '') return { problems: [{ message: '表达式不能为空' }] };
  try {
    const node = convert(instructionsOf(prepared.text), prepared.strings);
    return { node: freeze(node) };
  } catch (error) {
    if (error instanceof ParseProblem) return { problems: [{ message: error.message }] };
    if (error instanceof Error) {
      return { problems: [{ message: libraryMessage(error.message), ...placeOf(error.message, prepared.tokens) }] };
    }
    throw error;
  }
}

function instructionsOf(text: string): readonly Instruction[] {
  const tokens: unknown = Reflect.get(parser.parse(text), 'tokens');
  if (!Array.isArray(tokens)) throw new ParseProblem('表达式无法读取');
  return tokens;
}

function libraryMessage(message: string): string {
  const place = /^parse error \[\d+:(\d+)\]: Expected (.*)$/.exec(message);
  const expected = place?.[2];
  if (expected === 'EOF') return '表达式写完后还有多余的内容，请检查运算符、逗号和括号';
  if (expected === 'TNAME') return '“.”后面要写名称';
  if (expected !== undefined) return `缺少“${expected}”`;
  const token = /^unexpected T[A-Z]+: (.*)$/.exec(message)?.[1];
  if (token === 'EOF') return '表达式没有写完';
  if (token !== undefined) return `“${token}”的位置不对`;
  return '表达式无法读取，请检查运算符、逗号和括号';
}

/** Where the library stopped: behind what it could not read, or at the end. */
function placeOf(message: string, tokens: readonly Token[]): Pick<ExpressionProblem, 'at' | 'length'> {
  const end = tokens.at(-1)?.to ?? 0;
  if (message.startsWith('unexpected TEOF')) return { at: end, length: 0 };
  const column = /^parse error \[\d+:(\d+)\]/.exec(message)?.[1];
  if (column === undefined) return {};
  const last = tokens.findLast(({ prepared }) => prepared < Number(column) - 1);
  const isEnd = last === tokens.at(-1) && / Expected (?!EOF)/.test(message);
  return last === undefined || isEnd ? { at: end, length: 0 } : { at: last.from, length: last.to - last.from };
}

function convert(instructions: readonly Instruction[], strings: readonly string[]): ExpressionNode {
  const stack: ExpressionNode[] = [];
  const pop = (): ExpressionNode => {
    const node = stack.pop();
    if (node === undefined) throw new ParseProblem('表达式没有写完');
    return node;
  };
  for (const instruction of instructions) {
    const { type, value } = instruction;
    if (type === 'INUMBER') stack.push({ kind: 'literal', value: literal(value, strings) });
    else if (type === 'IVAR') stack.push(named(String(value)));
    // The right side of and, or and the branches of ?: come as their own postfix form.
    else if (type === 'IEXPR' && Array.isArray(value)) stack.push(convert(value, strings));
    else if (type === 'IMEMBER') stack.push(member(pop(), String(value)));
    else if (type === 'IARRAY') stack.push({ kind: 'list', items: popMany(pop, Number(value)) });
    else if (type === 'IFUNCALL') {
      const args = popMany(pop, Number(value));
      const callee = pop();
      if (callee.kind !== 'name') throw new ParseProblem('括号前要写函数名');
      stack.push({ kind: 'call', name: callee.name, arguments: args });
    } else if (type === 'IOP1') stack.push(unary(String(value), pop()));
    else if (type === 'IOP2') {
      const right = pop();
      stack.push(binary(String(value), pop(), right));
    } else if (type === 'IOP3') {
      const whenFalse = pop();
      const whenTrue = pop();
      stack.push({ kind: 'conditional', test: pop(), whenTrue, whenFalse });
    } else throw new ParseProblem('表达式无法读取，请检查运算符、逗号和括号');
  }
  const node = pop();
  if (stack.length > 0) throw new ParseProblem('表达式写完后还有多余的内容，请检查运算符、逗号和括号');
  return node;
}

function popMany(pop: () => ExpressionNode, count: number): readonly ExpressionNode[] {
  return Array.from({ length: count }, pop).reverse();
}

function literal(value: unknown, strings: readonly string[]): LiteralValue {
  if (typeof value === 'number') return value;
  const string = strings[Number(value)];
  if (string === undefined) throw new ParseProblem('表达式无法读取');
  return string;
}

function named(name: string): ExpressionNode {
  if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true' };
  if (name === 'null') return { kind: 'literal', value: null };
  if (RESERVED_NAMES.includes(name) || !/^[A-Za-z_]/.test(name)) throw new ParseProblem(`“${name}”的位置不对`);
  return { kind: 'name', name };
}

function member(object: ExpressionNode, key: string): ExpressionNode {
  if (object.kind !== 'name' && object.kind !== 'member') {
    throw new ParseProblem(`“.${key}”前面只能是名称，如 deptId.${key}`);
  }
  return { kind: 'member', object, key };
}

function unary(operator: string, operand: ExpressionNode): ExpressionNode {
  if (operator === '-') {
    if (operand.kind === 'literal' && typeof operand.value === 'number') {
      return { kind: 'literal', value: operand.value === 0 ? 0 : -operand.value };
    }
    return { kind: 'unary', operator, operand };
  }
  if (operator === 'not') return { kind: 'unary', operator, operand };
  throw new ParseProblem(operator === '+' ? '正号是多余的，请去掉' : `“${operator}”的位置不对`);
}

function binary(operator: string, left: ExpressionNode, right: ExpressionNode): ExpressionNode {
  if (operator === '[') throw new ParseProblem('不能按下标取值');
  if (!BINARY.has(operator)) throw new ParseProblem(`不支持运算“${operator}”`);
  return { kind: 'binary', operator: operator as BinaryOperator, left, right };
}

function freeze(node: ExpressionNode): ExpressionNode {
  for (const child of nodePartsOf(node)) freeze(child);
  if (node.kind === 'call') Object.freeze(node.arguments);
  if (node.kind === 'list') Object.freeze(node.items);
  return Object.freeze(node);
}
