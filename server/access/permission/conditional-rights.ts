import type { FieldRight } from '../../../src/core/dialect/entity.generated.ts';
import { collectReferences, type ExpressionNode } from '../../../src/core/expression/index.ts';
import { expressionNode } from './row-access.ts';

/** Fields of the record that the conditions of some rights read. */
export function conditionalFields(rights: readonly FieldRight[]): readonly string[] {
  const names = rights.flatMap(({ when }) => (when === undefined ? [] : collectReferences(expressionNode(when))));
  return [...new Set(names.filter((name) => name !== 'me' && !name.startsWith('me.')))];
}

/**
 * The condition under which a field is read plain by whom these rights fit, in the order in which they count; undefined
 * where none of them has a condition, or one hangs on an approval step, which no list knows.
 */
export function readableNode(rights: readonly FieldRight[]): ExpressionNode | undefined {
  const isConditional = rights.some(({ when }) => when !== undefined);
  if (!isConditional || rights.some(({ steps }) => steps !== undefined)) return undefined;
  return rights.reduceRight<ExpressionNode>((rest, { when, states, access }) => {
    const plain: ExpressionNode = { kind: 'literal', value: access === 'read' || access === 'write' };
    const tests = [
      ...(when === undefined ? [] : [expressionNode(when)]),
      ...(states === undefined ? [] : [isIn(states)]),
    ];
    if (tests.length === 0) return plain;
    const test = tests.reduce((left, right) => ({ kind: 'binary', operator: 'and', left, right }));
    return { kind: 'conditional', test, whenTrue: plain, whenFalse: rest };
  }, TRUE);
}

const TRUE: ExpressionNode = { kind: 'literal', value: true };

function isIn(states: readonly string[]): ExpressionNode {
  const items = states.map((value): ExpressionNode => ({ kind: 'literal', value }));
  return { kind: 'binary', operator: 'in', left: { kind: 'name', name: 'status' }, right: { kind: 'list', items } };
}
