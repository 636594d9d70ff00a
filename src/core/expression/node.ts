/** What stands for itself in an expression: text, a finite number, `true`, `false` or `null`. */
export type LiteralValue = string | number | boolean | null;

type UnaryOperator = '-' | 'not';

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'and' | 'or';

/** `'一般'`, `1.5`, `true`, `null`. A minus before a number belongs to the literal. */
interface LiteralNode {
  readonly kind: 'literal';
  readonly value: LiteralValue;
}

/** A bare name: a field, inside an aggregate a row's column, or `me`, `old`, `row`, `parent`. */
export interface NameNode {
  readonly kind: 'name';
  readonly name: string;
}

/** `deptId.name`, `old.level`, `me.userId`. */
export interface MemberNode {
  readonly kind: 'member';
  readonly object: NameNode | MemberNode;
  readonly key: string;
}

interface UnaryNode {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: ExpressionNode;
}

export interface BinaryNode {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

/** `test ? whenTrue : whenFalse`; a test that is null counts as false. */
interface ConditionalNode {
  readonly kind: 'conditional';
  readonly test: ExpressionNode;
  readonly whenTrue: ExpressionNode;
  readonly whenFalse: ExpressionNode;
}

/** `name(arguments)`, where the name is one of `FUNCTIONS`. */
export interface CallNode {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly ExpressionNode[];
}

/** `['1', '2']`. */
interface ListNode {
  readonly kind: 'list';
  readonly items: readonly ExpressionNode[];
}

/**
 * The syntax tree of one expression: immutable, small, JSON-serialisable, and the only thing both back ends read.
 * Example: `level == '1'` is `{kind: 'binary', operator: '==', left: {kind: 'name', name: 'level'}, right: {kind: 'literal', value: '1'}}`.
 */
export type ExpressionNode =
  | LiteralNode
  | NameNode
  | MemberNode
  | UnaryNode
  | BinaryNode
  | ConditionalNode
  | CallNode
  | ListNode;

/** One thing wrong with an expression. `message` is Chinese and complete; `faultsIn` says where all of them stand. */
export interface ExpressionProblem {
  readonly message: string;
  /** Offset in the source, in UTF-16 units, where known. */
  readonly at?: number;
  /** How much is wrong from there on. Default one character. */
  readonly length?: number;
  /** The part of the tree that is wrong, where there is a tree. */
  readonly node?: ExpressionNode;
  /** What may stand there instead. */
  readonly instead?: string;
}

/** The names of a member path, `['deptId', 'name']` for `deptId.name`; one name for a bare name. */
export function memberPath(node: NameNode | MemberNode): readonly string[] {
  return node.kind === 'name' ? [node.name] : [...memberPath(node.object), node.key];
}

/** Names that an expression reserves for itself; no field can be called so. */
export const RESERVED_NAMES: readonly string[] = ['and', 'or', 'not', 'in', 'true', 'false', 'null'];

/** The parts that a node is made of, in the order in which they are written. */
export function nodePartsOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'member':
      return [node.object];
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.test, node.whenTrue, node.whenFalse];
    case 'call':
      return node.arguments;
    case 'list':
      return node.items;
  }
}

/** A node that combines others, with what `replace` gives for each of them; literals, names and members as they are. */
export function withParts(
  node: ExpressionNode,
  replace: (part: ExpressionNode, index: number) => ExpressionNode,
): ExpressionNode {
  switch (node.kind) {
    case 'literal':
    case 'name':
    case 'member':
      return node;
    case 'unary':
      return { ...node, operand: replace(node.operand, 0) };
    case 'binary':
      return { ...node, left: replace(node.left, 0), right: replace(node.right, 1) };
    case 'conditional':
      return {
        ...node,
        test: replace(node.test, 0),
        whenTrue: replace(node.whenTrue, 1),
        whenFalse: replace(node.whenFalse, 2),
      };
    case 'list':
      return { ...node, items: node.items.map(replace) };
    case 'call':
      return { ...node, arguments: node.arguments.map(replace) };
  }
}
