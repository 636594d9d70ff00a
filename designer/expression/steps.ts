import {
  checkExpression,
  describeType,
  type ExpressionNode,
  type ExpressionScope,
  evaluateExpression,
  FUNCTIONS,
  isFunctionName,
  nodePartsOf,
  OutOfReachError,
  plainValue,
  spansIn,
  type Value,
} from '../../src/core/expression/index.ts';
import {
  type RecordEnvironment,
  type RecordValues,
  recordNames,
} from '../../src/core/validation/record-environment.ts';

/** A part of an expression with what it gives. */
interface Step {
  readonly from: number;
  readonly to: number;
  /** How many parts it stands in. */
  readonly depth: number;
  readonly part: string;
  readonly type: string;
  /** As text; undefined where only the server could tell. */
  readonly value: string | undefined;
}

/**
 * What an expression and the parts that it is made of give over a record, the whole first. Texts and numbers that stand in
 * it are left out, and what is read for rows, which has a value for each of them.
 */
export function partValues(
  source: string,
  node: ExpressionNode,
  scope: ExpressionScope,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly Step[] {
  const spans = spansIn(source);
  const env = { ...environment, names: recordNames(record, environment) };
  const told = (part: ExpressionNode, depth: number): readonly Step[] => {
    const span = spans.get(part);
    const inner = partsOf(part).flatMap((below) => told(below, depth + 1));
    if (span === undefined || part.kind === 'literal') return inner;
    const checked = checkExpression(part, scope);
    const step = { ...span, depth, part: source.slice(span.from, span.to), type: describeType(checked.type) };
    // A length of time is nothing by itself.
    if (checked.type === 'duration') return inner;
    return [{ ...step, value: triedValue(() => evaluateExpression(checked.node, env)) }, ...inner];
  };
  return told(node, 0);
}

/** Parts that have one value: a path is one, and rows are gone through by their call. */
function partsOf(node: ExpressionNode): readonly ExpressionNode[] {
  if (node.kind === 'member' || node.kind === 'list') return [];
  if (node.kind !== 'call' || !isFunctionName(node.name)) return nodePartsOf(node);
  const { parameters } = FUNCTIONS[node.name];
  return node.arguments.filter((_, index) => {
    const { accepts, perRow } = parameters[Math.min(index, parameters.length - 1)] ?? {};
    return perRow !== true && Array.isArray(accepts);
  });
}

function triedValue(evaluate: () => Value): string | undefined {
  try {
    return shownValue(evaluate());
  } catch (error) {
    if (error instanceof OutOfReachError) return undefined;
    throw error;
  }
}

/** A value as the language writes it. */
export function shownValue(value: Value): string {
  return JSON.stringify(plainValue(value)) ?? 'null';
}
