import { Decimal } from '../decimal.ts';
import { OutOfReachError } from '../errors.ts';
import { isMember, textOf, type Value, valueId } from '../value.ts';
import { at, codePoints, count, LONGEST_TEXT } from './arguments.ts';
import { type PlainFunction, SCALAR, taking } from './definition.ts';

/** What a list holds, each value once; null is in no list, and no list is an empty one. */
function held(list: Value): ReadonlySet<string> {
  return new Set(Array.isArray(list) ? list.filter((item: Value) => item !== null).map(valueId) : []);
}

function holdsAll(list: Value, others: Value): boolean {
  const own = held(list);
  return [...held(others)].every((id) => own.has(id));
}

function meet(list: Value, others: Value): boolean {
  const own = held(list);
  return [...held(others)].some((id) => own.has(id));
}

/** What two lists hold, in their order, each value once. */
function together(list: Value, others: Value): Value {
  const found = new Map<string, Value>();
  for (const item of [list, others].flatMap((one): readonly Value[] => (Array.isArray(one) ? one : []))) {
    if (item !== null && !found.has(valueId(item))) found.set(valueId(item), item);
  }
  return [...found.values()];
}

/** Texts one behind the other; null where they would be longer than any text is made. */
function joined(list: Value, separator: string): string | null {
  const texts = Array.isArray(list) ? list.map((item: Value) => textOf(item)).filter((text) => text !== null) : [];
  const length = texts.reduce(
    (sum, text) => sum + codePoints(text),
    Math.max(0, texts.length - 1) * codePoints(separator),
  );
  return length > LONGEST_TEXT ? null : texts.join(separator);
}

const LISTS = [taking('列表甲', ['list']), taking('列表乙', ['list'])];

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
  hasAll: {
    signature: 'hasAll(列表甲, 列表乙)',
    doc: '列表甲里是否有列表乙的每一个值，次序和重复不计；空值当作空列表。',
    example: "hasAll(tags, ['1', '2'])",
    parameters: LISTS,
    result: 'boolean',
    alike: true,
    evaluate: (values) => holdsAll(at(values, 0), at(values, 1)),
  },
  meets: {
    signature: 'meets(列表甲, 列表乙)',
    doc: '两个列表是否有一个值相同；空值当作空列表。',
    example: "meets(tags, ['1', '2'])",
    parameters: LISTS,
    result: 'boolean',
    alike: true,
    evaluate: (values) => meet(at(values, 0), at(values, 1)),
  },
  same: {
    signature: 'same(列表甲, 列表乙)',
    doc: '两个列表的值是否相同，次序和重复不计；空值当作空列表。',
    example: "same(tags, ['1', '2'])",
    parameters: LISTS,
    result: 'boolean',
    alike: true,
    evaluate: (values) => holdsAll(at(values, 0), at(values, 1)) && holdsAll(at(values, 1), at(values, 0)),
  },
  union: {
    signature: 'union(列表甲, 列表乙)',
    doc: '列表甲的值，后面接列表乙里它没有的值，每个值一次；空值不计，没有列表当作空列表。',
    example: "size(union(tags, ['1', '2'])) > 2",
    parameters: LISTS,
    result: 'same',
    alike: true,
    evaluate: (values) => together(at(values, 0), at(values, 1)),
  },
  item: {
    signature: 'item(列表, 第几项)',
    doc: '列表的第几项，第一项为 1，最后一项为 -1，小数部分舍去；没有这一项为空。',
    example: "item(tags, 1) == '1'",
    parameters: [taking('列表', ['list']), taking('第几项', ['number'])],
    result: 'item',
    evaluate: (values) => {
      const list = at(values, 0);
      const place = at(values, 1);
      if (!Array.isArray(list) || !(place instanceof Decimal)) return null;
      const index = place.round(0, 0).toNumber();
      return (index === 0 ? undefined : list.at(index > 0 ? index - 1 : index)) ?? null;
    },
  },
  join: {
    signature: 'join(列表, 分隔)',
    doc: '把列表的各项连成一段文本，空值不计，其他类型按 text() 写出，不写分隔为“、”；没有项为空文本，超过 100000 字为空。',
    example: "join(tags, '，')",
    parameters: [taking('列表', ['list']), taking('分隔', ['text'], { optional: true })],
    result: 'text',
    evaluate: (values) => joined(at(values, 0), values.length > 1 ? (textOf(at(values, 1)) ?? '') : '、'),
  },
  keys: {
    signature: "keys('字典')",
    doc: '字典的全部值，按字典的次序。',
    example: "hasAll(tags, keys('peril-level'))",
    parameters: [taking('字典', 'dictionary')],
    result: { list: 'text' },
    evaluate: ([dictionary], env) => {
      if (env.keys === undefined) throw new OutOfReachError('keys');
      return typeof dictionary === 'string' ? env.keys(dictionary) : null;
    },
  },
} satisfies Record<string, PlainFunction>;
