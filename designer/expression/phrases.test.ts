import { expect, test } from 'vitest';
import { createScope, explainExpression, FUNCTIONS, parseExpression } from '../../src/core/expression/index.ts';
import { phrasesOf } from './phrases.ts';

const level = { high: '重大', low: '一般' };
const scope = createScope({
  names: {
    level: {
      type: 'text',
      title: '风险等级',
      choices: Object.keys(level),
      choiceTitle: (key) => level[key as keyof typeof level],
    },
    due: { type: 'date', title: '整改期限' },
    amount: { type: 'number', title: '数量' },
    done: { type: 'boolean', title: '已完成' },
    deptId: { type: 'text', title: '责任部门', record: 'dept' },
    rows: { type: { rows: 'rows' }, title: '明细' },
  },
  records: { dept: { name: { type: 'text', title: '名称' } }, old: { level: { type: 'text', title: '风险等级' } } },
  rows: { rows: { q: { type: 'number', title: '存量' } } },
});

test.each([
  ["level == 'high' and due < today()", '“风险等级”是“重大”，并且“整改期限”早于今天'],
  ["level in ['high', 'low'] or not done", '“风险等级”是“重大”、“一般”之一，或者“已完成”不为“是”'],
  ['done and (amount > 3 or due == null)', '“已完成”为“是”，并且（“数量”大于3，或者“整改期限”为空）'],
  ['not (amount >= 2)', '并非（“数量”不小于2）'],
  ['due + days(3)', '“整改期限”之后3天'],
  ['(amount + 1) * 2', '（“数量”加1）乘以2'],
  ["done ? deptId.name : ''", '如果“已完成”为“是”，则为“责任部门”的“名称”，否则为“”'],
  ["old.level != 'low'", '修改前的“风险等级”不是“low”'],
  ['me.deptId == deptId', '当前用户的部门等于“责任部门”'],
  ['sum(rows, q, q > parent.amount) > 0', '“明细”中（“存量”大于本记录的“数量”）的各行的“存量”之和大于0'],
  ['count(rows)', '“明细”的行数'],
  ['round(amount)', '“数量”四舍五入到整数'],
  ['[]', '空列表'],
  ['-amount', '负“数量”'],
  ['level not', undefined],
])('says %s', (source, said) => {
  const parsed = parseExpression(source);
  expect('node' in parsed ? explainExpression(parsed.node, scope, phrasesOf) : undefined).toBe(said);
});

test('every function has its phrase, with all that it is given', () => {
  for (const { name, parameters } of Object.values(FUNCTIONS)) {
    const phrase = phrasesOf(`call.${name}`, {});
    expect(phrase, name).toBeDefined();
    const needed = parameters.filter(
      ({ optional, perRow, name: called }) => !(optional && perRow && called === '条件'),
    );
    const isAll = phrase?.includes('{all}') === true;
    for (const [index, letter] of ['a', 'b', 'c', 'd'].slice(0, needed.length).entries()) {
      if (isAll || needed[index]?.repeats || needed[index]?.accepts === 'me') continue;
      if (name === 'fill' || (name === 'latest' && letter === 'b')) continue;
      expect(phrase, `${name} ${letter}`).toContain(`{${letter}}`);
    }
  }
});
