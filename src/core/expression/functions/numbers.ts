import { Decimal, roundHalfAway, settle } from '../decimal.ts';
import { compareValues, type Value } from '../value.ts';
import { at, count } from './arguments.ts';
import { COMPARABLE, type Evaluate, type PlainFunction, taking } from './definition.ts';

function ofNumber(run: (value: Decimal) => Decimal | null): Evaluate {
  return (values) => {
    const value = at(values, 0);
    return value instanceof Decimal ? run(value) : null;
  };
}

function floor(value: Decimal): Decimal {
  const whole = value.round(0, 0);
  return whole.gt(value) ? whole.minus(1) : whole;
}

function extreme(sign: 1 | -1): Evaluate {
  return (values) =>
    values.reduce<Value>((best, value) => {
      if (value === null || best === null) return best ?? value;
      const order = compareValues(value, best);
      return order !== null && order * sign > 0 ? value : best;
    }, null);
}

/** Numbers, and the smallest and largest of values. */
export const NUMBER_FUNCTIONS = {
  abs: {
    signature: 'abs(数值)',
    doc: '绝对值。',
    example: 'abs(amount)',
    parameters: [taking('数值', ['number'])],
    result: 'number',
    evaluate: ofNumber((value) => value.abs()),
  },
  round: {
    signature: 'round(数值, 小数位)',
    doc: '四舍五入（负数按绝对值），小数位为 -10 至 20，不写为 0。',
    example: 'round(amount / 3, 2)',
    parameters: [taking('数值', ['number']), taking('小数位', 'literalInteger', { optional: true })],
    result: 'number',
    evaluate: (values) => {
      const value = at(values, 0);
      const scale = values.length > 1 ? at(values, 1) : count(0);
      if (!(value instanceof Decimal) || !(scale instanceof Decimal)) return null;
      const places = Math.min(20, Math.max(-10, Math.trunc(scale.toNumber())));
      return settle(roundHalfAway(value, places));
    },
  },
  floor: {
    signature: 'floor(数值)',
    doc: '不大于它的最大整数。',
    example: 'floor(amount)',
    parameters: [taking('数值', ['number'])],
    result: 'number',
    evaluate: ofNumber((value) => settle(floor(value))),
  },
  ceil: {
    signature: 'ceil(数值)',
    doc: '不小于它的最小整数。',
    example: 'ceil(amount)',
    parameters: [taking('数值', ['number'])],
    result: 'number',
    evaluate: ofNumber((value) => settle(floor(value.times(-1)).times(-1))),
  },
  min: {
    signature: 'min(值, 值, …)',
    doc: '最小的一个，空值不参加；全空为空。',
    example: 'min(amount, 100)',
    parameters: [taking('值', COMPARABLE, { repeats: true })],
    result: 'same',
    evaluate: extreme(-1),
  },
  max: {
    signature: 'max(值, 值, …)',
    doc: '最大的一个，空值不参加；全空为空。',
    example: 'max(amount, 0)',
    parameters: [taking('值', COMPARABLE, { repeats: true })],
    result: 'same',
    evaluate: extreme(1),
  },
} satisfies Record<string, PlainFunction>;
