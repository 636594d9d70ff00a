import {
  type BinaryOperator,
  type ExpressionNode,
  type MemberNode,
  type NameNode,
  printExpression,
} from '../../src/core/expression/index.ts';

/** How a field is held against a value; those without a value stand for themselves. */
export type RowOperator = BinaryOperator | 'not in' | 'empty' | 'filled' | 'true' | 'false' | 'includes' | 'contains';

/** Conditions that hold together or one by one, or the contrary of that. */
export interface ConditionGroup {
  readonly kind: 'group';
  readonly join: 'and' | 'or';
  readonly isNegated: boolean;
  readonly items: readonly BuiltCondition[];
}

/** A field held against a value. */
export interface ConditionRow {
  readonly kind: 'row';
  readonly field: NameNode | MemberNode;
  readonly operator: RowOperator;
  /** Undefined for operators that stand for themselves. */
  readonly value: ExpressionNode | undefined;
}

/** What rows cannot show, as it is. */
interface ConditionText {
  readonly kind: 'text';
  readonly node: ExpressionNode;
}

export type BuiltCondition = ConditionGroup | ConditionRow | ConditionText;

const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>=', 'in'];

/** Calls that hold a field against a value. */
const CALLS: readonly string[] = ['includes', 'contains'];

const NULL: ExpressionNode = { kind: 'literal', value: null };

const isPath = (node: ExpressionNode | undefined): node is NameNode | MemberNode =>
  node?.kind === 'name' || node?.kind === 'member';

const isNull = (node: ExpressionNode): boolean => node.kind === 'literal' && node.value === null;

const row = (field: NameNode | MemberNode, operator: RowOperator, value?: ExpressionNode): ConditionRow => ({
  kind: 'row',
  field,
  operator,
  value,
});

/** The conditions that an expression is made of; `nodeOfCondition` gives the same expression again. */
function conditionOf(node: ExpressionNode): BuiltCondition {
  switch (node.kind) {
    case 'name':
    case 'member':
      return row(node, 'true');
    case 'unary':
      return node.operator === 'not' ? denied(node.operand) : { kind: 'text', node };
    case 'binary':
      return ofBinary(node) ?? { kind: 'text', node };
    case 'call': {
      const [field, value, ...more] = node.arguments;
      const isRow = CALLS.includes(node.name) && isPath(field) && value !== undefined && more.length === 0;
      return isRow ? row(field, node.name as RowOperator, value) : { kind: 'text', node };
    }
    default:
      return { kind: 'text', node };
  }
}

function ofBinary(node: Extract<ExpressionNode, { kind: 'binary' }>): BuiltCondition | undefined {
  const { operator, left, right } = node;
  if (operator === 'and' || operator === 'or') {
    return { kind: 'group', join: operator, isNegated: false, items: chainOf(node, operator).map(conditionOf) };
  }
  if (!COMPARISONS.includes(operator) || !isPath(left)) return undefined;
  if (isNull(right) && operator === '==') return row(left, 'empty');
  if (isNull(right) && operator === '!=') return row(left, 'filled');
  return row(left, operator, right);
}

/** `a and b and c` as a, b, c; what stands in brackets on the right is a group of its own. */
function chainOf(node: ExpressionNode, operator: 'and' | 'or'): readonly ExpressionNode[] {
  return node.kind === 'binary' && node.operator === operator ? [...chainOf(node.left, operator), node.right] : [node];
}

function denied(operand: ExpressionNode): BuiltCondition {
  if (isPath(operand)) return row(operand, 'false');
  if (operand.kind === 'binary' && operand.operator === 'in' && isPath(operand.left)) {
    return row(operand.left, 'not in', operand.right);
  }
  const inner = conditionOf(operand);
  return inner.kind === 'group' && !inner.isNegated
    ? { ...inner, isNegated: true }
    : { kind: 'group', join: 'and', isNegated: true, items: [inner] };
}

/** The expression of conditions; undefined where there are none. */
export function nodeOfCondition(condition: BuiltCondition): ExpressionNode | undefined {
  if (condition.kind === 'text') return condition.node;
  return condition.kind === 'row' ? nodeOfRow(condition) : nodeOfGroup(condition);
}

function nodeOfGroup({ join, isNegated, items }: ConditionGroup): ExpressionNode | undefined {
  const nodes = items.flatMap((item) => nodeOfCondition(item) ?? []);
  const [first, ...rest] = nodes;
  if (first === undefined) return undefined;
  const joined = rest.reduce<ExpressionNode>((left, right) => ({ kind: 'binary', operator: join, left, right }), first);
  return isNegated ? { kind: 'unary', operator: 'not', operand: joined } : joined;
}

function nodeOfRow({ field, operator, value = NULL }: ConditionRow): ExpressionNode {
  const not = (operand: ExpressionNode): ExpressionNode => ({ kind: 'unary', operator: 'not', operand });
  switch (operator) {
    case 'true':
      return field;
    case 'false':
      return not(field);
    case 'empty':
      return { kind: 'binary', operator: '==', left: field, right: NULL };
    case 'filled':
      return { kind: 'binary', operator: '!=', left: field, right: NULL };
    case 'not in':
      return not({ kind: 'binary', operator: 'in', left: field, right: value });
    case 'includes':
    case 'contains':
      return { kind: 'call', name: operator, arguments: [field, value] };
    default:
      return { kind: 'binary', operator, left: field, right: value };
  }
}

/** What an editor begins with: always a group, so that there is where to add. */
export function groupOf(node: ExpressionNode | undefined): ConditionGroup {
  const condition = node === undefined ? undefined : conditionOf(node);
  if (condition?.kind === 'group') return condition;
  return { kind: 'group', join: 'and', isNegated: false, items: condition === undefined ? [] : [condition] };
}

/** The text of a group; empty where it has no conditions. */
export function textOfGroup(group: ConditionGroup): string {
  const node = nodeOfCondition(group);
  return node === undefined ? '' : printExpression(node);
}

/** A field's path as it is written: `deptId.name`. */
export const pathText = (field: NameNode | MemberNode): string => printExpression(field);

/** The path that a text writes. */
export function pathFrom(text: string): NameNode | MemberNode {
  const [first = '', ...rest] = text.split('.');
  return rest.reduce<NameNode | MemberNode>((object, key) => ({ kind: 'member', object, key }), {
    kind: 'name',
    name: first,
  });
}
