import { MOST_NESTED } from '../expression/check.ts';
import { entityRead, FUNCTIONS, isFunctionName } from '../expression/functions.ts';
import { type CallNode, type ExpressionNode, memberPath, nodePartsOf } from '../expression/node.ts';
import type { EntityModel } from './entity-model.ts';

type Entities = (key: string) => EntityModel | undefined;

/** Functions that are always answered by a query. */
const ASKED: readonly string[] = ['exists', 'total', 'first', 'within'];

/** Rows within which an expression is read, and those outside: an entity's, or a sub-table's. */
interface Level {
  readonly of: EntityModel | undefined;
  readonly outside: Level | undefined;
}

const depthOf = (level: Level | undefined): number => (level === undefined ? 0 : 1 + depthOf(level.outside));

/**
 * Whether a call over rows can only be answered by a query, as a whole: it reads, at whatever depth, an entity that is
 * not small, what stands behind a reference of another entity's row, or children of such a row. What the checker calls
 * `serverOnly` of a call is this.
 */
function isAsked(call: CallNode, entities: Entities): boolean {
  return ASKED.includes(call.name) || asks(call, undefined, entities);
}

function asks(node: ExpressionNode, level: Level | undefined, entities: Entities): boolean {
  if (node.kind === 'member') return isBehindRow(memberPath(node), level);
  if (node.kind !== 'call') return nodePartsOf(node).some((child) => asks(child, level, entities));
  const definition = isFunctionName(node.name) ? FUNCTIONS[node.name] : undefined;
  if (definition?.aggregate !== true) return node.arguments.some((child) => asks(child, level, entities));
  const named = entityRead(node);
  const target = named === undefined ? undefined : entities(named);
  if (named !== undefined) {
    const isAlways = ASKED.includes(node.name) || target?.small !== true;
    if (isAlways || depthOf(level) + 1 >= MOST_NESTED) return true;
  }
  const [rows] = node.arguments;
  if (rows?.kind === 'name' && named === undefined && level?.of !== undefined && !level.of.field.has(rows.name))
    return true;
  const inside: Level = { of: target, outside: level };
  return node.arguments.some((child, index) =>
    asks(child, definition.parameters[index]?.perRow === true ? inside : level, entities),
  );
}

/** Whether a path goes through a reference of another entity's row. */
function isBehindRow(path: readonly string[], level: Level | undefined): boolean {
  const [first = '', ...rest] = path;
  if (first === 'outer' || level === undefined) return false;
  if (first === 'parent') return isBehindRow(rest, level.outside);
  return rest.length > 0 && level.of?.field.get(first)?.target !== undefined;
}

const callsOf = new WeakMap<ExpressionNode, readonly CallNode[]>();

/** Calls of functions in an expression, those over rows of sub-tables left out. */
function callsIn(node: ExpressionNode): readonly CallNode[] {
  let calls = callsOf.get(node);
  if (calls === undefined) {
    const inner = partsOf(node).flatMap(callsIn);
    calls = node.kind === 'call' ? [node, ...inner] : inner;
    callsOf.set(node, calls);
  }
  return calls;
}

/** Parts of a node that are read over the record itself: what a function asks of each row is left out. */
function partsOf(node: ExpressionNode): readonly ExpressionNode[] {
  if (node.kind !== 'call' || !isFunctionName(node.name)) return nodePartsOf(node);
  const { parameters } = FUNCTIONS[node.name];
  return node.arguments.filter((_, index) => parameters[index]?.perRow !== true);
}

/** The calls of an expression that a query answers. */
export function askedCalls(node: ExpressionNode, entities: Entities): readonly CallNode[] {
  return callsIn(node).filter((call) => isAsked(call, entities));
}
