import { rowsCondition } from '../expression/evaluate-rows.ts';
import {
  type ExpressionNode,
  entityRead,
  FUNCTIONS,
  isFunctionName,
  memberPath,
  nodePartsOf,
  printExpression,
} from '../expression/index.ts';
import type { EntityModel } from '../model/entity-model.ts';
import type { LintedEntity } from './lint-context.ts';

/** Rows within which an expression is read, with those outside; the record is the outermost. */
interface Level {
  readonly model: EntityModel | undefined;
  readonly outside: Level | undefined;
  readonly depth: number;
}

/** What is being looked through. */
interface Search {
  readonly found: Set<string>;
  readonly modelOf: (key: string) => EntityModel | undefined;
}

/**
 * An open bound of a tier is null, and `min(null, x)` is x. Where what stands beside an open bound may be empty too, the
 * bound counts as the value: rows are added up that were not meant.
 */
export function lintBounds(
  { model, foreign, sink }: LintedEntity,
  modelOf: (key: string) => EntityModel | undefined,
): void {
  for (const { path, expression } of foreign) {
    // Elsewhere the names outside are another record's.
    if (path[0] !== 'record') continue;
    const search: Search = { found: new Set(), modelOf };
    look(expression.node, { model, outside: undefined, depth: 0 }, new Set(), search);
    for (const message of search.found) {
      sink.warning(path, message, '先用 isNull(…) ? … : … 或 coalesce(…) 处理为空的情形，或把该字段设为必填');
    }
  }
}

function look(node: ExpressionNode, level: Level, given: ReadonlySet<string>, search: Search): void {
  if (node.kind === 'conditional') {
    look(node.test, level, given, search);
    look(node.whenTrue, level, new Set([...given, ...presentWhen(node.test, true, level)]), search);
    look(node.whenFalse, level, new Set([...given, ...presentWhen(node.test, false, level)]), search);
    return;
  }
  if (node.kind !== 'call') {
    for (const child of nodePartsOf(node)) look(child, level, given, search);
    return;
  }
  if ((node.name === 'min' || node.name === 'max') && level.depth > 0) judge(node.arguments, level, given, search);
  const parameters = isFunctionName(node.name) ? FUNCTIONS[node.name].parameters : [];
  const target = entityRead(node);
  const rows: Level = {
    model: target === undefined ? undefined : search.modelOf(target),
    outside: level,
    depth: level.depth + 1,
  };
  const condition = rowsCondition(node);
  const within = new Set([...given, ...(condition === undefined ? [] : presentWhen(condition, true, rows))]);
  node.arguments.forEach((argument, index) => {
    const isRow = parameters[index]?.perRow === true;
    look(argument, isRow ? rows : level, isRow ? within : given, search);
  });
}

/** Warns of an argument that may be empty beside a column of the row that may be too. */
function judge(values: readonly ExpressionNode[], level: Level, given: ReadonlySet<string>, { found }: Search): void {
  const open = values.find((value) => value.kind === 'name' && mayBeNull(value, level, given));
  if (open === undefined || level.model === undefined) return;
  for (const value of values) {
    if (value === open || !mayBeNull(value, level, given)) continue;
    found.add(
      `“${printExpression(value)}”可能为空，而“${printExpression(open)}”为空表示不封口：它为空时会把“${printExpression(open)}”当作值`,
    );
  }
}

function mayBeNull(node: ExpressionNode, level: Level, given: ReadonlySet<string>): boolean {
  if (node.kind === 'literal') return node.value === null;
  if (node.kind !== 'name' && node.kind !== 'member') return false;
  const { key, model } = placed(memberPath(node), level);
  const field = model?.field.get(key);
  if (field === undefined || given.has(idOf(memberPath(node), level))) return false;
  return !field.required && !field.base && field.property.default === undefined;
}

function placed(
  [first = '', ...rest]: readonly string[],
  level: Level,
): { key: string; model: EntityModel | undefined } {
  if (first === 'parent' && level.outside !== undefined) return placed(rest, level.outside);
  if (first === 'outer' && level.outside !== undefined) return placed(rest, outermost(level));
  return { key: first, model: rest.length === 0 ? level.model : undefined };
}

const outermost = (level: Level): Level => (level.outside === undefined ? level : outermost(level.outside));

/** The same name for a field however it is reached from inside. */
function idOf([first = '', ...rest]: readonly string[], level: Level): string {
  if (first === 'parent' && level.outside !== undefined) return idOf(rest, level.outside);
  if (first === 'outer' && level.outside !== undefined) return idOf(rest, outermost(level));
  return `${level.depth}.${[first, ...rest].join('.')}`;
}

/** Names that have a value where a condition holds, or where it does not. */
function presentWhen(node: ExpressionNode, holds: boolean, level: Level): readonly string[] {
  if (node.kind === 'unary' && node.operator === 'not') return presentWhen(node.operand, !holds, level);
  if (node.kind === 'binary' && node.operator === (holds ? 'and' : 'or')) {
    return [...presentWhen(node.left, holds, level), ...presentWhen(node.right, holds, level)];
  }
  if (node.kind === 'call' && node.name === 'isNull' && !holds) return namesOf(node.arguments, level);
  // What is smaller, greater or the same as something has a value.
  const compares = node.kind === 'binary' && ['<', '<=', '>', '>='].includes(node.operator);
  return compares && holds ? namesOf([node.left, node.right], level) : [];
}

function namesOf(nodes: readonly ExpressionNode[], level: Level): readonly string[] {
  return nodes.flatMap((node) =>
    node.kind === 'name' || node.kind === 'member' ? [idOf(memberPath(node), level)] : [],
  );
}
