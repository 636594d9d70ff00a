import { isMember } from '../value.ts';
import { at, count } from './arguments.ts';
import { type PlainFunction, SCALAR, taking } from './definition.ts';

/** Lists. */
export const LIST_FUNCTIONS = {
  size: {
    signature: 'size(列表)',
    doc: '列表有几项；空值为 0。',
    example: 'size(tags) <= 6',
    parameters: [taking('列表', ['list'])],
    result: 'number',
    evaluate: (values) => {
      const list = at(values, 0);
      return Array.isArray(list) ? count(list.length) : count(0);
    },
  },
  includes: {
    signature: 'includes(列表, 值)',
    doc: '列表里是否有这个值；空值不属于任何列表。',
    example: "includes(tags, '1')",
    parameters: [taking('列表', ['list']), taking('值', SCALAR)],
    result: 'boolean',
    evaluate: (values) => isMember(at(values, 1), at(values, 0)),
  },
} satisfies Record<string, PlainFunction>;
