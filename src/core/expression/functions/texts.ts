import { plainNumberText } from '../../amount/number-grammar.ts';
import { Decimal, toDecimal } from '../decimal.ts';
import { textOf, type Value } from '../value.ts';
import { at, codePoints, count, LONGEST_TEXT, ofText } from './arguments.ts';
import { type PlainFunction, SCALAR, taking } from './definition.ts';

/** A place in a template: `{name}` or `{{name}}`. */
const PLACE = /\{\{([^{}]{1,60})\}\}|\{([^{}]{1,60})\}/g;

/** What a name in a template may be. */
const NAME = { pattern: /^[^{}\p{Cc}]{1,60}$/u, words: '不含花括号的文本，1 至 60 个字' };

/**
 * A template with its places filled, each name by the first value given for it. What is put in is not looked through
 * again, and places of other names stay. Null where the result would be longer than any text is made.
 */
function filled(values: readonly Value[]): string | null {
  const [template, ...pairs] = values;
  if (typeof template !== 'string') return null;
  const texts = new Map<string, string>();
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const name = textOf(at(pairs, index)) ?? '';
    if (!texts.has(name)) texts.set(name, textOf(at(pairs, index + 1)) ?? '');
  }
  const parts: string[] = [];
  let end = 0;
  let length = 0;
  const add = (part: string) => {
    length += codePoints(part);
    parts.push(part);
  };
  for (const place of template.matchAll(PLACE)) {
    const text = texts.get(place[1] ?? place[2] ?? '');
    if (text === undefined) continue;
    add(template.slice(end, place.index));
    add(text);
    end = place.index + place[0].length;
    if (length > LONGEST_TEXT) return null;
  }
  add(template.slice(end));
  return length > LONGEST_TEXT ? null : parts.join('');
}

/** Texts. */
export const TEXT_FUNCTIONS = {
  length: {
    signature: 'length(文本)',
    doc: '字数，一个汉字或表情为 1；空值为 0。',
    example: 'length(reason) >= 10',
    parameters: [taking('文本', ['text'])],
    result: 'number',
    evaluate: (values) => {
      const value = at(values, 0);
      return typeof value === 'string' ? count([...value].length) : count(0);
    },
  },
  contains: {
    signature: 'contains(文本, 片段)',
    doc: '文本里是否有这个片段，区分大小写；有空值时为否。',
    example: "contains(reason, '动火')",
    parameters: [taking('文本', ['text']), taking('片段', ['text'])],
    result: 'boolean',
    evaluate: ([text, part]) => typeof text === 'string' && typeof part === 'string' && text.includes(part),
  },
  startsWith: {
    signature: 'startsWith(文本, 开头)',
    doc: '文本是否以它开头，区分大小写；有空值时为否。',
    example: "startsWith(reason, '因')",
    parameters: [taking('文本', ['text']), taking('开头', ['text'])],
    result: 'boolean',
    evaluate: ([text, start]) => typeof text === 'string' && typeof start === 'string' && text.startsWith(start),
  },
  substring: {
    signature: 'substring(文本, 起, 字数)',
    doc: '从第几个字起的若干个字，第一个字为 1；不够时有多少给多少，空值为空。',
    example: 'substring(code, 1, 4)',
    parameters: [
      taking('文本', ['text']),
      taking('起', 'literalInteger', { range: [1, 4000] }),
      taking('字数', 'literalInteger', { range: [1, 4000] }),
    ],
    result: 'text',
    evaluate: ([text, start, length]) =>
      typeof text === 'string' && start instanceof Decimal && length instanceof Decimal
        ? [...text].slice(start.toNumber() - 1, start.toNumber() - 1 + length.toNumber()).join('')
        : null,
  },
  upper: {
    signature: 'upper(文本)',
    doc: '把字母 a–z 换成大写。',
    example: 'upper(code)',
    parameters: [taking('文本', ['text'])],
    result: 'text',
    // ASCII only, so that every database locale agrees with every browser.
    evaluate: ofText((text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())),
  },
  lower: {
    signature: 'lower(文本)',
    doc: '把字母 A–Z 换成小写。',
    example: 'lower(code)',
    parameters: [taking('文本', ['text'])],
    result: 'text',
    evaluate: ofText((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
  },
  concat: {
    signature: 'concat(值, 值, …)',
    doc: '连成一段文本，空值当作空文本，其他类型按 text() 写出。',
    example: "concat(code, '-', year(issueDate))",
    parameters: [taking('值', SCALAR, { repeats: true })],
    result: 'text',
    evaluate: (values) => values.map((value) => textOf(value) ?? '').join(''),
  },
  text: {
    signature: 'text(值)',
    doc: '写成文本：数值不带多余的零，是否写作 是、否。',
    example: 'text(amount)',
    parameters: [taking('值', SCALAR)],
    result: 'text',
    evaluate: (values) => textOf(at(values, 0)),
  },
  number: {
    signature: 'number(文本)',
    doc: '把十进制文本读成数值（整数至多 30 位、小数至多 20 位），读不出为空。',
    example: 'number(code) > 10',
    parameters: [taking('文本', ['text'])],
    result: 'number',
    evaluate: ofText((text) => toDecimal(plainNumberText(text))),
  },
  fill: {
    signature: "fill(文本, '名称', 值, …)",
    doc: '把文本里的 {名称} 和 {{名称}} 换成值，值按 text() 写出，空值换成空文本；没有给值的名称照原样留着，换进去的值里的花括号不再换，文本从不当作公式。超过 100000 字为空。',
    example: "fill(reason, 'code', code, 'date', issueDate)",
    parameters: [
      taking('文本', ['text']),
      taking('名称', 'literalText', { repeats: true, shape: NAME }),
      taking('值', SCALAR, { repeats: true }),
    ],
    result: 'text',
    evaluate: filled,
  },
} satisfies Record<string, PlainFunction>;
