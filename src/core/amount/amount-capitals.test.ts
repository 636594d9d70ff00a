import { expect, it } from 'vitest';
import { amountCapitals, thousands } from './amount-capitals.ts';

it.each([
  [0, '零元整'],
  [1, '壹元整'],
  [10, '壹拾元整'],
  [0.05, '伍分'],
  [0.5, '伍角'],
  [0.55, '伍角伍分'],
  [1.05, '壹元零伍分'],
  [10000.1, '壹万元壹角'],
  [1409.5, '壹仟肆佰零玖元伍角'],
  [16409.02, '壹万陆仟肆佰零玖元零贰分'],
  [6007.14, '陆仟零柒元壹角肆分'],
  [1010101, '壹佰零壹万零壹佰零壹元整'],
  [100000000, '壹亿元整'],
  [100000001.01, '壹亿零壹元零壹分'],
  [1000000010000, '金额过大无法计算'],
  [100010000, '壹亿零壹万元整'],
  [100001000, '壹亿零壹仟元整'],
  [120000340000, '壹仟贰佰亿零叁拾肆万元整'],
  [999999999999.99, '玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  [999999999999, '玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元整'],
  [1000000000000, '金额过大无法计算'],
  ['999999999999.995', '金额过大无法计算'],
  [1e21, '金额过大无法计算'],
  [-1, ''],
  [-0.01, ''],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
  ['', ''],
  ['abc', ''],
  ['12元', ''],
  [null, ''],
  [undefined, ''],
  [true, ''],
  ['1,234.50', '壹仟贰佰叁拾肆元伍角'],
  [0.005, '壹分'],
  [0.004, '零元整'],
])('%s in capitals is %s', (amount, text) => {
  expect(amountCapitals(amount)).toBe(text);
});

it('turns larger units into 元, and leaves what is no money', () => {
  expect(amountCapitals(12.5, '万元')).toBe('壹拾贰万伍仟元整');
  expect(amountCapitals(0.000001, '万元')).toBe('壹分');
  expect(amountCapitals(100000000, '万元')).toBe('金额过大无法计算');
  expect(amountCapitals(3, '美元')).toBe('');
  expect(amountCapitals(3, 'constructor')).toBe('');
});

it('separates thousands', () => {
  expect([thousands(0, 2), thousands(999, 0), thousands(1000, 0), thousands(-1234567.5, 2)]).toEqual([
    '0.00',
    '999',
    '1,000',
    '-1,234,567.50',
  ]);
});
