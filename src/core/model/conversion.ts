import {
  checkExpression,
  createScope,
  type ExpressionNode,
  parseExpression,
  type ValueType,
} from '../expression/index.ts';

/** Types that a stored value may have had. */
const OLD_TYPES: readonly ValueType[] = ['text', 'number', 'boolean', 'date', 'dateTime', 'time', { list: 'text' }];

/**
 * Reads a `convert` expression for a stored value of type `old`.
 * @returns why it cannot be used, in Chinese, where it cannot.
 */
export function readConversion(source: string, old: ValueType, expected: ValueType): ExpressionNode | string {
  const parsed = parseExpression(source);
  if ('problems' in parsed) return parsed.problems.map(({ message }) => message).join('；');
  const { problems, live, serverOnly } = checkExpression(parsed.node, createScope({ names: { old } }), expected);
  if (problems.length > 0) return problems.map(({ message }) => message).join('；');
  return live || serverOnly ? '转换只能用 old，不能用时间、用户或其他记录' : parsed.node;
}

/** Why an expression converts no type that could have been stored into `expected`; undefined where it converts one. */
export function conversionFault(source: string, expected: ValueType): string | undefined {
  const read = OLD_TYPES.map((old) => readConversion(source, old, expected));
  const [first] = read;
  return read.every((result) => typeof result === 'string') && typeof first === 'string' ? first : undefined;
}
