import { expect, test } from 'vitest';
import { collectReferences, type ExpressionNode, parseExpression, printExpression, renameReferences } from './index.ts';

function nodeOf(source: string): ExpressionNode {
  const result = parseExpression(source);
  if ('node' in result) return result.node;
  throw new Error(result.problems.map((problem) => problem.message).join());
}

test.each([
  ['((a+b))*c', '(a + b) * c'],
  ['a+(b*c)', 'a + b * c'],
  ['a-(b-c)', 'a - (b - c)'],
  ['(a-b)-c', 'a - b - c'],
  ['-(-a)', '-(-a)'],
  ['-(a + b)', '-(a + b)'],
  ['-(-5)', '5'],
  ['a - (-5)', 'a - -5'],
  ['(-5) * a', '-5 * a'],
  ['not (a and b)', 'not (a and b)'],
  ['not (not a)', 'not not a'],
  ['(a == b) == c', 'a == b == c'],
  ['a == (b == c)', 'a == (b == c)'],
  ['(a ? b : c) ? d : e', '(a ? b : c) ? d : e'],
  ['a ? b : (c ? d : e)', 'a ? b : c ? d : e'],
  ['(a ? b : c) + 1', '(a ? b : c) + 1'],
  ["\"it's\" == ''", "'it\\'s' == ''"],
  ["'换\\n行\\\\'", "'换\\n行\\\\'"],
  ['[1,2,-3]', '[1, 2, -3]'],
  ['f( a.b , [] )', 'f(a.b, [])'],
  ['1e-7 + 1000000', '1e-7 + 1000000'],
  ['a ÷ b', 'a / b'],
])('prints %s as %s, which parses to the same tree', (source, printed) => {
  const node = nodeOf(source);
  expect(printExpression(node)).toBe(printed);
  expect(nodeOf(printed)).toEqual(node);
});

test('collects what an expression reads, each in its place', () => {
  const node = nodeOf(
    "sum(chemicals, beta * parent.amount) + lookup('gasLimit', upper, kind == parent.level) > old.amount and deptId.name == me.realName and all(latest(gas, at, kind), value > amount)",
  );
  expect(collectReferences(node)).toEqual([
    'chemicals',
    'chemicals.beta',
    'amount',
    '@gasLimit.upper',
    '@gasLimit.kind',
    'level',
    'old.amount',
    'deptId',
    'deptId.name',
    'me.realName',
    'gas',
    'gas.at',
    'gas.kind',
    'gas.value',
    'gas.amount',
  ]);
});

test('renames a field wherever the record is meant, and nowhere else', () => {
  const node = nodeOf('amount + old.amount + sum(chemicals, amount + parent.amount) + dept.amount + row.amount');
  expect(printExpression(renameReferences(node, { amount: 'total' }))).toBe(
    'total + old.total + sum(chemicals, amount + parent.total) + dept.amount + row.total',
  );
});

test('renames references, sub-tables, their columns and columns of other entities', () => {
  const node = nodeOf('sum(chemicals, beta) + lookup(limit, most, kind == parent.kind) + deptId.name + row.kind');
  const map = {
    chemicals: 'materials',
    'chemicals.beta': 'factor',
    '@limit.kind': 'gas',
    'deptId.name': 'title',
    'row.kind': 'sort',
  };
  expect(printExpression(renameReferences(node, map))).toBe(
    'sum(materials, factor) + lookup(limit, most, gas == parent.kind) + deptId.title + row.sort',
  );
});

test('does not take inherited properties of the map for names', () => {
  const node = nodeOf('toString + constructor.valueOf');
  expect(renameReferences(node, {})).toEqual(node);
});
