import type { BinaryNode, ExpressionNode, LiteralValue } from './node.ts';

/** Binding strength as the parser has it: `not` and `-` bind tighter than every binary operator. */
const STRENGTH: Record<BinaryNode['operator'], number> = {
  or: 1,
  and: 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
};

const CONDITIONAL = 0;
const UNARY = 6;
const ATOM = 7;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * The source of a tree, with no more brackets than needed. Parsing it gives the same tree again.
 * Example: `(a + b) * -c`.
 */
export function printExpression(node: ExpressionNode): string {
  return print(node);
}

function strengthOf(node: ExpressionNode): number {
  if (node.kind === 'binary') return STRENGTH[node.operator];
  if (node.kind === 'conditional') return CONDITIONAL;
  if (node.kind === 'unary') return UNARY;
  return typeof literalOf(node) === 'number' && Number(literalOf(node)) < 0 ? UNARY : ATOM;
}

function literalOf(node: ExpressionNode): LiteralValue | undefined {
  return node.kind === 'literal' ? node.value : undefined;
}

function print(node: ExpressionNode, least = CONDITIONAL): string {
  const text = printBare(node);
  return strengthOf(node) < least ? `(${text})` : text;
}

function printBare(node: ExpressionNode): string {
  switch (node.kind) {
    case 'literal':
      return printLiteral(node.value);
    case 'name':
      return node.name;
    case 'member':
      return `${printBare(node.object)}.${node.key}`;
    case 'unary': {
      const operand = print(node.operand, UNARY);
      if (node.operator === 'not') return `not ${operand}`;
      // A second minus would read as a negative literal or hide the first.
      return operand.startsWith('-') ? `-(${operand})` : `-${operand}`;
    }
    case 'binary': {
      const strength = STRENGTH[node.operator];
      return `${print(node.left, strength)} ${node.operator} ${print(node.right, strength + 1)}`;
    }
    case 'conditional':
      return `${print(node.test, 1)} ? ${print(node.whenTrue)} : ${print(node.whenFalse)}`;
    case 'call':
      return `${node.name}(${node.arguments.map((argument) => print(argument)).join(', ')})`;
    case 'list':
      return `[${node.items.map((item) => print(item)).join(', ')}]`;
  }
}

function printLiteral(value: LiteralValue): string {
  if (typeof value !== 'string') return String(value);
  const body = value.replace(/[\\'\p{Cc}]/gu, (char) => {
    const short = ESCAPES[char];
    return short ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${body}'`;
}
