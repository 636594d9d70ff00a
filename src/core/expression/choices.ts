import type { CallNode, ExpressionNode, MemberNode, NameNode } from './node.ts';
import { printExpression } from './print.ts';
import type { ExpressionScope, ScopeEntry } from './scope.ts';
import { nearestName } from './suggest.ts';
import { isRecordType } from './value-type.ts';

/** Choices that a message lists; of more it suggests the nearest. */
const MOST_SHOWN = 12;

/** Functions that compare two lists. */
const LIST_TESTS: readonly string[] = ['hasAll', 'meets', 'same'];

/** What a path leads to; what is wrong with it is told elsewhere. */
export function entryOf(node: NameNode | MemberNode, scope: ExpressionScope): ScopeEntry | undefined {
  if (node.kind === 'name') return scope.resolve(node.name);
  const object = entryOf(node.object, scope);
  const record = object !== undefined && isRecordType(object.type) ? object.type.record : object?.record;
  return record === undefined ? undefined : scope.member(record, node.key);
}

/** Keys that a value, or each item of a list, can be; undefined where it can be anything. */
function choicesOf(node: ExpressionNode, scope: ExpressionScope): readonly string[] | undefined {
  switch (node.kind) {
    case 'name':
    case 'member':
      return entryOf(node, scope)?.choices;
    case 'conditional':
      return together([node.whenTrue, node.whenFalse], scope);
    case 'call':
      return choicesOfCall(node, scope);
    default:
      return undefined;
  }
}

function choicesOfCall({ name, arguments: given }: CallNode, scope: ExpressionScope): readonly string[] | undefined {
  const [first, second] = given;
  if (first === undefined) return undefined;
  if (name === 'item') return choicesOf(first, scope);
  if (name === 'coalesce' || name === 'min' || name === 'max') return together(given, scope);
  if (name === 'keys') return first.kind === 'literal' ? scope.dictionaryKeys?.(String(first.value)) : undefined;
  if (name !== 'valuesOf' || first.kind !== 'name' || second === undefined) return undefined;
  const rows = scope.rows(first.name);
  return rows === undefined ? undefined : choicesOf(second, rows);
}

/** What any of several values can be. A literal is itself; null is nothing. */
function together(nodes: readonly ExpressionNode[], scope: ExpressionScope): readonly string[] | undefined {
  const all = new Set<string>();
  for (const node of nodes) {
    const choices =
      node.kind === 'literal' ? (node.value === null ? [] : [String(node.value)]) : choicesOf(node, scope);
    if (choices === undefined) return undefined;
    for (const choice of choices) all.add(choice);
  }
  return [...all];
}

/** Items of a list that is written out, or the one value. */
function writtenIn(node: ExpressionNode): readonly ExpressionNode[] {
  return node.kind === 'list' ? node.items : [node];
}

/**
 * What is wrong where values are compared with something that has choices: with another value the comparison never
 * holds. Each problem is a Chinese sentence.
 */
export function foreignValues(
  node: ExpressionNode,
  compared: readonly ExpressionNode[],
  scope: ExpressionScope,
): readonly string[] {
  const choices = choicesOf(node, scope);
  if (choices === undefined) return [];
  return compared.flatMap(writtenIn).flatMap((other) => {
    if (other.kind !== 'literal' || typeof other.value !== 'string' || choices.includes(other.value)) return [];
    return [`${titleOf(node)}没有“${other.value}”这个值${known(other.value, choices)}`];
  });
}

/** What has the choices, as a message calls it. */
function titleOf(node: ExpressionNode): string {
  const [code] = node.kind === 'call' && node.name === 'keys' ? node.arguments : [];
  return code?.kind === 'literal' ? `字典“${code.value}”` : `“${printExpression(node)}”`;
}

function known(value: string, choices: readonly string[]): string {
  if (choices.length <= MOST_SHOWN) return `，只有 ${choices.map((choice) => `'${choice}'`).join('、')}`;
  const nearest = nearestName(value, choices);
  return nearest === undefined ? '' : `，您是否想写“${nearest}”？`;
}

/** The same of a call that compares: `includes`, the tests of two lists, and `rank` with a key written out. */
export function foreignInCall({ name, arguments: given }: CallNode, scope: ExpressionScope): readonly string[] {
  const [first, second] = given;
  if (first === undefined || second === undefined) return [];
  if (name === 'includes') return [...foreignValues(first, [second], scope), ...foreignValues(second, [first], scope)];
  if (LIST_TESTS.includes(name)) {
    return [...foreignValues(first, [second], scope), ...foreignValues(second, [first], scope)];
  }
  if (name === 'rank' && first.kind === 'literal') {
    return foreignValues({ kind: 'call', name: 'keys', arguments: [first] }, [second], scope);
  }
  return [];
}
