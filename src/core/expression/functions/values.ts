import { at } from './arguments.ts';
import { ANYTHING, type PlainFunction, SCALAR, taking } from './definition.ts';

/** Whether there is a value, and which. */
export const VALUE_FUNCTIONS = {
  coalesce: {
    signature: 'coalesce(值, 值, …)',
    doc: '第一个不为空的值。',
    example: 'coalesce(amount, 0)',
    parameters: [taking('值', SCALAR, { repeats: true })],
    result: 'same',
    evaluate: (values) => values.find((value) => value !== null) ?? null,
  },
  isNull: {
    signature: 'isNull(值)',
    doc: '是否没有值。',
    example: 'isNull(abolishDate)',
    parameters: [taking('值', ANYTHING)],
    result: 'boolean',
    evaluate: (values) => at(values, 0) === null,
  },
  isEmpty: {
    signature: 'isEmpty(值)',
    doc: '是否没有值、空文本或空列表。',
    example: 'isEmpty(reason)',
    parameters: [taking('值', ANYTHING)],
    result: 'boolean',
    evaluate: (values) => {
      const value = at(values, 0);
      return value === null || value === '' || (Array.isArray(value) && value.length === 0);
    },
  },
} satisfies Record<string, PlainFunction>;
