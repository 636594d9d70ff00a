import { expect, test } from 'vitest';
import { resolvedEntities } from '../../../tests/fixtures/resolved-entities.ts';
import { walk } from '../dialect/walk/walk.ts';
import { createScope, type ExpressionNode, nodePartsOf, parseExpression, printExpression } from './index.ts';
import { faultsIn, positionIn, spansIn } from './spans.ts';

/** Every expression that is shipped, each once. */
function shippedExpressions(): readonly string[] {
  const sources = new Set<string>();
  for (const { entity } of resolvedEntities()) walk(entity, { expression: (_, source) => void sources.add(source) });
  return [...sources];
}

function nodeOf(source: string): ExpressionNode {
  const result = parseExpression(source);
  if ('node' in result) return result.node;
  throw new Error(`${source}: ${result.problems.map(({ message }) => message).join()}`);
}

const all = (node: ExpressionNode): readonly ExpressionNode[] => [node, ...nodePartsOf(node).flatMap(all)];

/** What stands where a part of a source is said to stand. */
const textsOf = (source: string): readonly string[] => {
  const spans = spansIn(source);
  return all(nodeOf(source)).map((node) => {
    const span = spans.get(node);
    return span === undefined ? 'nowhere' : source.slice(span.from, span.to);
  });
};

test.each([
  ['((a) + b)*c', ['((a) + b)*c', '(a) + b', 'a', 'b', 'c']],
  ['a - -(5) * 2', ['a - -(5) * 2', 'a', '-(5) * 2', '-(5)', '2']],
  [
    "not (x.y.z == '（') ? f() : [ ]",
    [
      "not (x.y.z == '（') ? f() : [ ]",
      "not (x.y.z == '（')",
      "x.y.z == '（'",
      'x.y.z',
      'x.y',
      'x',
      "'（'",
      'f()',
      '[ ]',
    ],
  ],
  [
    'sum（行， (甲 ≥ 1) ）'.replace('行', 'rows').replace('甲', 'q'),
    ['sum（rows， (q ≥ 1) ）', 'rows', 'q ≥ 1', 'q', '1'],
  ],
  ["a in ['1', (b)]", ["a in ['1', (b)]", 'a', "['1', (b)]", "'1'", 'b']],
])('says where every part of %s stands', (source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

test('every part of every shipped expression stands where it reads the same, and is printed without loss', () => {
  const sources = shippedExpressions();
  expect(sources.length).toBeGreaterThan(1000);
  for (const source of sources) {
    const node = nodeOf(source);
    expect(nodeOf(printExpression(node))).toEqual(node);
    const spans = spansIn(source);
    for (const part of all(node)) {
      const span = spans.get(part);
      if (span === undefined) throw new Error(`${source}: ${printExpression(part)} stands nowhere`);
      expect(nodeOf(source.slice(span.from, span.to)), source).toEqual(part);
    }
  }
});

const scope = createScope({
  names: {
    amount: 'number',
    level: { type: 'text', choices: ['high', 'low'] },
    due: 'date',
    dept: { type: 'text', record: 'dept' },
  },
  records: { dept: { name: 'text' } },
  dictionaries: ['peril-level'],
});

test.each([
  ['a = 1', '比较相等请写', '=', '=='],
  ['amount > 1 && true', '并且', '&&', 'and'],
  ["风险等级 == '1'", '不认识', '风险等级', undefined],
  ['amount + ', '没有写完', '', undefined],
  ['(amount', '缺少', '', undefined],
  ['amount level', '多余', 'level', undefined],
  ['f(amount,)', '位置不对', ')', undefined],
  ['(amount + * 2)', '位置不对', '*', undefined],
  ["level == 'middle'", '没有“middle”', "level == 'middle'", undefined],
  ['amont > 1 and true', '您是否想写“amount”', 'amont', 'amount'],
  ["dept.nme == '一'", '没有“nme”', 'dept.nme', 'dept.name'],
  ['amount > (1 + level)', '要数值', 'level', undefined],
  ['not amount', 'not 后面要是否', 'amount', undefined],
  ['roumd(amount)', '没有名为“roumd”的函数', 'roumd', 'round'],
  ["rank('peril-levl', level)", '没有名为“peril-levl”的字典', "'peril-levl'", "'peril-level'"],
])('says where %s is wrong', (source, message, at, instead) => {
  const [fault] = faultsIn(source, scope);
  expect(fault?.message).toContain(message);
  expect(source.slice(fault?.from, fault?.to)).toBe(at);
  expect(fault?.instead).toBe(instead);
});

test('what is wrong comes in the order in which it stands, and what its place wants is told', () => {
  expect(faultsIn('wrong > 1 and alsoWrong', scope).map(({ from }) => from)).toEqual([0, 14]);
  expect(faultsIn('amount', scope, 'boolean')).toEqual([{ from: 0, to: 6, message: '这里要是否，而表达式得出数值' }]);
  expect(faultsIn('amount', scope)).toEqual([]);
});

test('positions are counted from 1, over lines', () => {
  expect(positionIn('a\nand b', 2)).toEqual({ line: 2, column: 1 });
  expect(positionIn('abc', 3)).toEqual({ line: 1, column: 4 });
});
