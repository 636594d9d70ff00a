import type { ExpressionNode } from '../expression/index.ts';
import type { ModelCase } from './entity-model.ts';

/** How large an expression is with the live fields that it reads put in, as queries hold it. */
export interface ExpressionSize {
  readonly nodes: number;
  /** Nodes on the longest way down. */
  readonly height: number;
}

/** What a query takes: a tree beyond it overflows the stack of whoever walks it, or keeps the planner busy. */
const MOST_NODES = 20_000;
const MOST_HEIGHT = 400;

/** Sizes of live fields, by key. Names of rows count as the record's: at worst an expression is thought too large. */
type LiveSizes = ReadonlyMap<string, ExpressionSize>;

const ONE: ExpressionSize = { nodes: 1, height: 1 };

/** The size of an expression. What it reads is not walked again, so it costs no more than what is written. */
export function sizeOfExpression(node: ExpressionNode, live: LiveSizes): ExpressionSize {
  const above = (children: readonly ExpressionNode[]) => joined(children.map((child) => sizeOfExpression(child, live)));
  switch (node.kind) {
    case 'name':
      return live.get(node.name) ?? ONE;
    case 'literal':
    case 'member':
      return ONE;
    case 'unary':
      return above([node.operand]);
    case 'binary':
      return above([node.left, node.right]);
    case 'conditional':
      return above([node.test, node.whenTrue, node.whenFalse]);
    case 'call':
      return above(node.arguments);
    case 'list':
      return above(node.items);
  }
}

function joined(children: readonly ExpressionSize[]): ExpressionSize {
  return {
    nodes: 1 + children.reduce((sum, { nodes }) => sum + nodes, 0),
    height: 1 + children.reduce((most, { height }) => Math.max(most, height), 0),
  };
}

/** The size of `cases`, each of which stands in what is left over by those before it. */
export function sizeOfCases(cases: readonly ModelCase[], live: LiveSizes): ExpressionSize {
  return cases.reduceRight<ExpressionSize>(
    (rest, { when }) => joined([when === undefined ? ONE : sizeOfExpression(when.node, live), ONE, rest]),
    ONE,
  );
}

/** Why a size is too large for a query, in Chinese; undefined where it is not. */
export function sizeProblem({ nodes, height }: ExpressionSize): string | undefined {
  if (nodes <= MOST_NODES && height <= MOST_HEIGHT) return undefined;
  const [what, most, found] = nodes > MOST_NODES ? ['项', MOST_NODES, nodes] : ['层', MOST_HEIGHT, height];
  return `代入所读的实时计算字段后最多 ${most} ${what}，现有 ${found > 1e9 ? '超过十亿' : found} ${what}`;
}
