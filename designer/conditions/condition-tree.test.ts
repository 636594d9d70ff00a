import { expect, test } from 'vitest';
import { walk } from '../../src/core/dialect/walk/walk.ts';
import { parseExpression, printExpression } from '../../src/core/expression/index.ts';
import { resolvedEntities } from '../../tests/fixtures/resolved-entities.ts';
import { type BuiltCondition, groupOf, nodeOfCondition, textOfGroup } from './condition-tree.ts';

function nodeOf(source: string) {
  const parsed = parseExpression(source);
  if ('problems' in parsed) throw new Error(`${source}: ${parsed.problems[0]?.message}`);
  return parsed.node;
}

const rowsIn = (condition: BuiltCondition): readonly BuiltCondition[] =>
  condition.kind === 'group' ? condition.items.flatMap(rowsIn) : [condition];

test('every shipped expression goes to conditions and back without loss, and most of them into rows', () => {
  const sources = new Set<string>();
  for (const { entity } of resolvedEntities()) walk(entity, { expression: (_, source) => void sources.add(source) });
  expect(sources.size).toBeGreaterThan(1000);
  let rows = 0;
  let texts = 0;
  for (const source of sources) {
    const node = nodeOf(source);
    const group = groupOf(node);
    expect(nodeOfCondition(group), source).toEqual(node);
    expect(nodeOf(textOfGroup(group)), source).toEqual(node);
    if (group.items.length < 2) continue;
    const parts = rowsIn(group);
    rows += parts.filter(({ kind }) => kind === 'row').length;
    texts += parts.filter(({ kind }) => kind === 'text').length;
  }
  expect(rows).toBeGreaterThan(texts);
});

test.each([
  ["level == '1' and (due < today() or not done)", 'and[level == '.concat("'1'", ', or[due <, done false]]')],
  ['a and b and (c and d)', 'and[a true, b true, and[c true, d true]]'],
  ["not (kind in ['1'])", "and[kind not in ['1']]"],
  ['not (a or b)', 'not or[a true, b true]'],
  ["not contains(name, 'x')", "not and[name contains 'x']"],
  ['x == null and y != null', 'and[x empty, y filled]'],
  ['sum(rows, q) > 5', 'and[text sum(rows, q) > 5]'],
])('shows %s as %s', (source, shown) => {
  const told = (condition: BuiltCondition): string => {
    if (condition.kind === 'text') return `text ${printExpression(condition.node)}`;
    if (condition.kind === 'group') {
      return `${condition.isNegated ? 'not ' : ''}${condition.join}[${condition.items.map(told).join(', ')}]`;
    }
    const { field, operator, value } = condition;
    const written = value?.kind === 'literal' || value?.kind === 'list' ? ` ${printExpression(value)}` : '';
    return `${printExpression(field)} ${operator}${written}`;
  };
  expect(told(groupOf(nodeOf(source)))).toBe(shown);
  expect(textOfGroup(groupOf(nodeOf(source)))).toBe(printExpression(nodeOf(source)));
});

test('without conditions there is no text', () => {
  expect(textOfGroup(groupOf(undefined))).toBe('');
});
