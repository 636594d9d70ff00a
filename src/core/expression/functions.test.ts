import { describe, expect, test } from 'vitest';
import { promised } from '../../../tests/fixtures/patience.ts';
import {
  checkExpression,
  createScope,
  type EvaluationEnvironment,
  evaluateExpression,
  parseExpression,
  plainValue,
} from './index.ts';

const scope = createScope({
  names: {
    level: { type: 'text', choices: ['1', '2'] },
    tags: { type: { list: 'text' }, choices: ['1', '2', '3'] },
    others: { list: 'text' },
    numbers: { list: 'number' },
    reason: 'text',
    amount: 'number',
    issueDate: 'date',
    deadline: 'dateTime',
    chemicals: { type: { rows: 'chemicals' } },
  },
  rows: { chemicals: { kind: { type: 'text', choices: ['gas', 'dust'] } } },
  dictionaries: ['grave'],
});

const known = { ...scope, dictionaryKeys: (code: string) => (code === 'grave' ? ['low', 'high'] : undefined) };

const env: EvaluationEnvironment = {
  names: () => null,
  now: '2026-05-01 12:00:00',
  me: { userId: '1', account: null, realName: null, deptId: null, deptIds: [], roles: [], tenantId: '1' },
  keys: (code) => (code === 'grave' ? ['low', 'high'] : null),
  calendar: { holidays: new Set(['2026-10-01', '2026-10-02']), workdays: new Set(['2026-10-10']) },
};

function nodeOf(source: string) {
  const parsed = parseExpression(source);
  if (!('node' in parsed)) throw new Error(`${source}: ${parsed.problems.map(({ message }) => message).join()}`);
  return parsed.node;
}

function valueAt(source: string, names: Readonly<Record<string, unknown>> = {}): unknown {
  return plainValue(evaluateExpression(nodeOf(source), { ...env, names: (name) => names[name] ?? null }));
}

function messages(source: string): readonly string[] {
  return checkExpression(nodeOf(source), known).problems.map(({ message }) => message);
}

describe('periods', () => {
  test.each([
    ["startOf('2026-05-01', 'week')", '2026-04-27'],
    ["startOf('2026-05-31 23:59:59', 'month')", '2026-05-01 00:00:00'],
    ["startOf('2026-06-30', 'quarter')", '2026-04-01'],
    ["startOf('2026-06-30', 'year')", '2026-01-01'],
    ["startOf('2026-06-30 08:00:00', 'day')", '2026-06-30 00:00:00'],
    ["endOf('2024-02-01', 'month')", '2024-02-29'],
    ["endOf('2026-11-15', 'quarter')", '2026-12-31'],
    ["endOf('2026-05-01 08:00:00', 'week')", '2026-05-03 23:59:59'],
    ["endOf('9999-12-31', 'week')", null],
    ["endOf('9999-12-31', 'year')", '9999-12-31'],
    ["week('2027-01-01')", 53],
    ["period('2027-01-01', 'week')", '2026-W53'],
    ["period('2024-12-31', 'week')", '2025-W01'],
    ["period('2026-05-01', 'quarter')", '2026-Q2'],
    ["period('2026-05-01 08:00:00', 'day')", '2026-05-01'],
    ["quarter('2026-12-31')", 4],
    ['quarter(null)', null],
  ])('%s is %s', (source, value) => {
    expect(valueAt(source)).toBe(value);
  });

  test.each([
    ["addWorkdays('2026-09-30', 1)", '2026-10-05'],
    ["addWorkdays('2026-10-09', 1)", '2026-10-10'],
    ["addWorkdays('2026-10-05 08:30:00', -1)", '2026-09-30 08:30:00'],
    ["addWorkdays('2026-10-03', 0)", '2026-10-03'],
    ["addWorkdays('2026-09-30', 1.9)", '2026-10-05'],
    ["addWorkdays('2026-09-30', 10001)", null],
    ["addWorkdays('9999-12-30', 10)", null],
    ['addWorkdays(null, 1)', null],
  ])('%s is %s, by the calendar of the plant', (source, value) => {
    expect(valueAt(source)).toBe(value);
  });
});

describe('lists', () => {
  test.each([
    ["hasAll(['1', '2', '2'], ['2'])", true],
    ["hasAll(null, ['2'])", false],
    ['hasAll(null, [])', true],
    ["hasAll(['low', 'high', 'x'], keys('grave'))", true],
    ["meets(['1', null], [null, '2'])", false],
    ["meets(['1'], ['1', '2'])", true],
    ["same(['1', '2', '1'], ['2', '1'])", true],
    ["same(['1'], ['1', '2'])", false],
    ['same([], null)', true],
    ["item(['1', '2'], -1)", '2'],
    ["item(['1', '2'], 0)", null],
    ["item(['1', '2'], 3)", null],
    ['item([1, 2], 1.9)', 1],
    ["join(['1', null, '2'])", '1、2'],
    ["join([1.50, 2], '')", '1.52'],
    ['join(null)', ''],
    ["size(keys('grave'))", 2],
    ["keys('none')", null],
  ])('%s is %s', (source, value) => {
    expect(valueAt(source)).toBe(value);
  });
});

describe('templates', () => {
  test.each([
    ['{a} and {{a}}', { amount: 5 }, '5 and 5'],
    ['{{{a}}}', { amount: 5 }, '{5}'],
    ['{b}, {a}', { reason: '{a}', amount: 5 }, '{a}, 5'],
    ['{c} {a', {}, '{c} {a'],
    ['{a} + now() <b>', { amount: 1 }, '1 + now() <b>'],
    ['{a}{b}', {}, ''],
  ])('%s with %o is %s', (template, names, filled) => {
    expect(valueAt("fill(template, 'a', amount, 'b', reason)", { template, ...names })).toBe(filled);
  });
});

describe('what is refused', () => {
  test.each([
    ["startOf(issueDate, 'decade')", "startOf(…) 的“周期”没有“decade”，只有 'day'、'week'、'month'、'quarter'、'year'"],
    ['period(issueDate, reason)', 'period(…) 的“周期”要直接写文本'],
    ["startOf(reason, 'week')", 'startOf(…) 的“日期”要日期、日期时间，而“reason”是文本'],
    ["fill(reason, 'a')", 'fill(…) 的参数个数不对'],
    ["fill(reason, 'a', 1, 'b')", 'fill(…) 的参数个数不对'],
    ["fill(reason, '{a}', 1)", 'fill(…) 的“名称”要不含花括号的文本，1 至 60 个字'],
    ["fill(reason, '', 1)", 'fill(…) 的“名称”要不含花括号的文本，1 至 60 个字'],
    ["hasAll(tags, ['1', '9'])", "“tags”没有“9”这个值，只有 '1'、'2'、'3'"],
    ["meets(['9'], tags)", "“tags”没有“9”这个值，只有 '1'、'2'、'3'"],
    ["same(tags, ['9'])", "“tags”没有“9”这个值，只有 '1'、'2'、'3'"],
    ["item(tags, 1) == '9'", "“item(tags, 1)”没有“9”这个值，只有 '1'、'2'、'3'"],
    ["item(tags, -1) in ['1', '9']", '“item(tags, -1)”没有“9”这个值'],
    ["'9' in tags", "“tags”没有“9”这个值，只有 '1'、'2'、'3'"],
    ["includes(tags, '9')", "“tags”没有“9”这个值，只有 '1'、'2'、'3'"],
    ["coalesce(level, 'none') == '9'", "没有“9”这个值，只有 '1'、'2'、'none'"],
    ["(amount > 1 ? level : '7') == '9'", "没有“9”这个值，只有 '1'、'2'、'7'"],
    ["includes(valuesOf(chemicals, kind), 'fog')", "没有“fog”这个值，只有 'gas'、'dust'"],
    ["rank('grave', 'middle') > 1", "字典“grave”没有“middle”这个值，只有 'low'、'high'"],
    ["keys('gravy') == null", '没有名为“gravy”的字典，您是否想写“grave”？'],
    ['hasAll(tags, numbers)', 'hasAll(…) 的参数类型不同：文本列表和数值列表'],
    ['meets(reason, tags)', 'meets(…) 的“列表甲”要列表，而“reason”是文本'],
    ['includes(others, 1)', '不能在文本列表里找数值'],
    ['overlaps(issueDate, issueDate, deadline, deadline)', 'overlaps(…) 的参数类型不同：日期和日期时间'],
    ['item(numbers, 1) == reason', '不能比较数值和文本'],
    ['join(reason)', 'join(…) 的“列表”要列表，而“reason”是文本'],
  ])('%s', (source, message) => {
    expect(messages(source).join()).toContain(message);
  });

  test.each(["coalesce(level, reason) == '9'", "item(others, 1) == '9'", "rank('grave', level) > 1", "'1' in tags"])(
    '%s is not: nothing is known of it, or it may hold',
    (source) => {
      expect(messages(source)).toEqual([]);
    },
  );

  test('a moment of a date and one of a date-time have the type of what they are of', () => {
    const typeOf = (source: string) => checkExpression(nodeOf(source), known).type;
    expect(typeOf("startOf(issueDate, 'week')")).toBe('date');
    expect(typeOf("endOf(deadline, 'week')")).toBe('dateTime');
    expect(typeOf("addWorkdays('2026-01-01', 1)")).toBe('date');
    expect(typeOf("startOf('2026-01-01 00:00:00', 'day')")).toBe('dateTime');
    expect(typeOf('item(numbers, 1)')).toBe('number');
  });
});

/** Milliseconds of one evaluation. */
function timeOf(source: string, names: Readonly<Record<string, unknown>>): number {
  const started = performance.now();
  valueAt(source, names);
  return performance.now() - started;
}

describe('hostile input', () => {
  const long = 'x'.repeat(90_000);
  const many = Array.from({ length: 200_000 }, (_, index) => `v${index}`);

  test.each([
    ['a template whose places would make a text without end', "fill(t, 'a', v)", { t: '{a}'.repeat(30_000), v: long }],
    ['long lists joined by long texts', 'join(l, v)', { l: many, v: long }],
    ['a list that is longer as text than texts are made', "join(l, '')", { l: many }],
    ['workdays beyond all time', 'addWorkdays(d, 1000000000)', { d: '2026-01-01' }],
    ['workdays before all time', 'addWorkdays(d, -10000)', { d: '0001-01-05' }],
    ['an item far behind the last', 'item(l, 999999999999)', { l: many }],
  ])('%s gives null, at once', (_, source, names) => {
    expect(valueAt(source, names)).toBeNull();
    expect(timeOf(source, names)).toBeLessThan(promised(1000));
  });

  test.each([
    ['braces that never close', "fill(t, 'a', v)", (size: number) => ({ t: '{'.repeat(size), v: 'x' })],
    [
      'long lists held against each other',
      'hasAll(l, m) and meets(m, l) and same(l, m)',
      (size: number) => {
        const l = Array.from({ length: size }, (_, index) => `v${index}`);
        return { l, m: [...l].reverse() };
      },
    ],
  ])('%s cost twice as much for twice the size', (_, source, make) => {
    // Small enough for the caches of a processor: what lies behind them costs more by itself.
    const [small, large] = [10_000, 40_000].map((size) => {
      const names = make(size);
      return Math.min(...[1, 2, 3].map(() => timeOf(source, names)));
    });
    // Four times the size; quadratic cost would be sixteen times.
    expect((large ?? 0) / Math.max(small ?? 0, 1)).toBeLessThan(12);
  });

  test('fill takes as many names as an expression holds', () => {
    const names = Array.from({ length: 120 }, (_, index) => `'n${index}', ${index}`).join(', ');
    expect(valueAt(`fill(t, ${names})`, { t: '{n119}{n0}{n120}' })).toBe('1190{n120}');
  });
});
