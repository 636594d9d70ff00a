import { describe, expect, test } from 'vitest';
import {
  compileEvaluator,
  type EvaluationEnvironment,
  type ExpressionNode,
  evaluateCondition,
  evaluateExpression,
  evaluateNumber,
  parseExpression,
  plainValue,
} from './index.ts';

const record: Record<string, unknown> = {
  amount: 12.5,
  whole: 3,
  level: '1',
  reason: '动火😀作业',
  done: true,
  nothing: null,
  issueDate: '2024-01-31',
  deadline: '2023-12-31 23:59:30',
  tags: ['1', '2'],
  gate: { lng: 121.47, lat: 31.23 },
  tank: { lng: 121.47, lat: 31.24 },
  southPole: { lng: 0, lat: -90 },
  northPole: { lng: 77, lat: 90 },
  dateLineEast: { lng: 179.9, lat: 0 },
  dateLineWest: { lng: -179.9, lat: 0 },
  shapeless: { points: [] },
  deptId: 'd1',
  old: { level: '0' },
  chemicals: [
    { beta: 1.5, q: 10, Q: 3, kind: 'a' },
    { beta: 2, q: null, Q: 3, kind: 'b' },
    { beta: 0.5, q: 1, Q: 0, kind: null },
  ],
  gas: [
    { kind: 'O2', at: '2026-01-01 08:00:00', value: 20 },
    { kind: 'CO', at: '2026-01-01 07:00:00', value: 1 },
    { kind: 'O2', at: '2026-01-01 09:00:00', value: 17 },
    { kind: 'CO', at: null, value: 99 },
  ],
};

const env: EvaluationEnvironment = {
  names: (name) => (Object.hasOwn(record, name) ? record[name] : null),
  reference: (path) => (path.join('.') === 'deptId.name' ? '一车间' : null),
  now: '2026-05-01 12:00:00',
  me: {
    userId: '7',
    account: 'li',
    realName: '李四',
    deptId: 'd1',
    deptIds: ['d1'],
    roles: ['safetyOfficer'],
    tenantId: '1',
  },
  settings: { limit: 3, open: '2024-01-31' },
  lookup: () => [
    { kind: '1', upper: 5 },
    { kind: '1', upper: 9 },
  ],
  rank: (_, key) => ({ '0': 1, '1': 2 })[key] ?? null,
  calendar: { holidays: new Set(['2026-05-01']), workdays: new Set(['2026-05-09']) },
};

function nodeOf(source: string): ExpressionNode {
  const result = parseExpression(source);
  if ('node' in result) return result.node;
  throw new Error(result.problems.map((problem) => problem.message).join());
}

function value(source: string): unknown {
  return plainValue(evaluateExpression(nodeOf(source), env));
}

describe('comparison', () => {
  test.each([
    ['nothing == null', true],
    ['nothing == nothing', true],
    ['nothing != 1', true],
    ['nothing < 1', false],
    ['nothing >= 1', false],
    ['not (nothing < 1)', true],
    ["level == '1'", true],
    ['level == 1', false],
    ["'10' < '9'", true],
    ["'\ue000' < '😀'", true],
    ["'a' < 'ab'", true],
    ["issueDate < '2024-02-01'", true],
    ['0.1 + 0.2 == 0.3', true],
    ["level in ['1', '2']", true],
    ['nothing in [null]', false],
    ["'1' in tags", true],
    ['nothing and true', false],
    ['nothing or true', true],
    ['not nothing', true],
    ['nothing ? 1 : 2', 2],
  ])('%s is %s', (source, expected) => {
    expect(value(source)).toBe(expected);
  });
});

describe('numbers', () => {
  test.each([
    ['amount + nothing', null],
    ['amount / 0', null],
    ['amount % 0', null],
    ['-7 % 3', -1],
    ['7.5 % 2', 1.5],
    ['1.005 * 100', 100.5],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(1250, -2)', 1300],
    ['floor(-1.5)', -2],
    ['ceil(-1.5)', -1],
    ['abs(-3)', 3],
    ['min(3, nothing, 1)', 1],
    ['max(nothing, null)', null],
    ['1e100 * 10', null],
    ['1e100 + 0', 1e100],
    ["number('12.50')", 12.5],
    ["number(' 1')", null],
    ["number('1e3')", null],
    ['text(0.10 + 0)', '0.1'],
    ['text(-0.5 + 0.5)', '0'],
    ["coalesce(nothing, setting('limit'))", 3],
    ["setting('toString')", null],
  ])('%s is %s', (source, expected) => {
    expect(value(source)).toBe(expected);
  });

  test('a quotient is rounded once, at the scale asked for', () => {
    // Through a binary number this would be 0.125 and round up.
    expect(evaluateNumber(nodeOf('0.375 / 3 - 1 / 1e20'), env, 2)).toBe(0.12);
    expect(evaluateNumber(nodeOf('2 / 3'), env, 4)).toBe(0.6667);
    expect(evaluateNumber(nodeOf('-2 / 3'), env, 4)).toBe(-0.6667);
    expect(evaluateNumber(nodeOf('amount / 0'), env, 2)).toBe(null);
    expect(evaluateNumber(nodeOf('level'), env, 2)).toBe(null);
  });
});

describe('dates', () => {
  test.each([
    ['issueDate + months(1)', '2024-02-29'],
    ['issueDate + months(13)', '2025-02-28'],
    ['issueDate - months(2)', '2023-11-30'],
    ['issueDate + days(30)', '2024-03-01'],
    ['issueDate + days(1.9)', '2024-02-01'],
    ['issueDate - days(31)', '2023-12-31'],
    ['deadline + minutes(0.5)', '2024-01-01 00:00:00'],
    ['deadline + hours(1)', '2024-01-01 00:59:30'],
    ['deadline + months(2)', '2024-02-29 23:59:30'],
    ["min('9999-12-31', '9999-12-31') + days(1)", null],
    ['issueDate + days(nothing)', null],
    ['issueDate + days(1e30)', null],
    ['issueDate + hours(1)', null],
    ['year(issueDate) + month(issueDate) + day(issueDate)', 2056],
    ['weekday(issueDate)', 3],
    ['weekday(dateOf(deadline))', 7],
    ['daysBetween(deadline, issueDate)', 31],
    ['daysBetween(issueDate, deadline)', -31],
    ['hoursBetween(issueDate, deadline) < 0', true],
    ["minutesBetween(deadline, '2024-01-01 00:00:00')", 0.5],
    ['today()', '2026-05-01'],
    ['dateOf(now()) == today()', true],
    ['isHoliday(today())', true],
    ["isHoliday('2026-05-09')", false],
    ["isHoliday('2026-05-10')", true],
    ['isHoliday(nothing)', false],
    ["workdays('2026-05-01', '2026-05-10')", 6],
    ["workdays('2026-05-10', '2026-05-01')", 0],
    ["overlaps('2026-05-01', '2026-05-02', '2026-05-02', '2026-05-03')", true],
    ["overlaps('2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04')", false],
    ["overlaps('2026-05-03', '2026-05-04', '2026-05-01', '2026-05-02')", false],
    ["overlaps('2026-05-01 08:00:00', '2026-05-01 10:00:00', '2026-05-01 10:00:00', '2026-05-01 12:00:00')", false],
    ["overlaps(nothing, '2026-05-02', '2026-05-02', '2026-05-03')", false],
    ["year('垃圾')", null],
  ])('%s is %s', (source, expected) => {
    expect(value(source)).toBe(expected);
  });
});

describe('text and lists', () => {
  test.each([
    ['length(reason)', 5],
    ['length(nothing)', 0],
    ["contains(reason, '😀')", true],
    ['contains(reason, nothing)', false],
    ["startsWith(reason, '动')", true],
    ["upper('aß中')", 'Aß中'],
    ["lower('AÉ')", 'aÉ'],
    ["concat('第', amount, nothing, done, issueDate)", '第12.5是2024-01-31'],
    ['size(tags) + size(nothing)', 2],
    ["includes(tags, '2')", true],
    ["isEmpty('') and isEmpty(nothing) and isEmpty([]) and not isEmpty(tags)", true],
    ["rank('peril-level', level) > rank('peril-level', old.level)", true],
    ["rank('peril-level', 'x')", null],
    ["hasRole('safetyOfficer') and not hasRole('admin')", true],
    ['deptId == me.deptId', true],
    ['deptId.name', '一车间'],
    ['distance(gate, tank)', 1112],
    ['distance(tank, gate)', 1112],
    ['distance(gate, gate)', 0],
    ['distance(gate, nowhere)', null],
    ['distance(null, gate)', null],
    ['distance(gate, shapeless)', null],
    ['distance(southPole, northPole)', 20015114.4],
    ['distance(dateLineEast, dateLineWest)', 22239],
  ])('%s is %s', (source, expected) => {
    expect(value(source)).toBe(expected);
  });
});

describe('rows', () => {
  test.each([
    ['sum(chemicals, beta * q / Q)', 5],
    ['sum(nothing, q)', 0],
    ['count(chemicals)', 3],
    ['count(chemicals, q > Q)', 2],
    ['avg(chemicals, q)', 5.5],
    ['avg(chemicals, null)', null],
    ['minOf(chemicals, q)', 1],
    ['maxOf(gas, at)', '2026-01-01 09:00:00'],
    ['any(chemicals, isNull(q))', true],
    ['any(nothing, true)', false],
    ['all(nothing, false)', true],
    ['any(chemicals, q == parent.whole + 7)', true],
    ["any(chemicals, kind == me.userId or old.level == '0')", true],
    // The newest O2 sample fails though an older one passed; the CO sample without a time is the oldest.
    ["all(latest(gas, at, kind), value >= 19.5 or kind == 'CO')", false],
    ['sum(latest(gas, at, kind), value)', 18],
    ['size(latest(gas, at, kind, value))', 2],
    // A kind may be a number as well.
    ['sum(latest(chemicals, kind, Q), beta)', 2.5],
    ['size(valuesOf(gas, kind))', 2],
    ["size(valuesOf(gas, value, kind == 'none'))", 0],
    ["includes(valuesOf(gas, kind, value > 0), 'O2')", true],
    ["lookup('gasLimit', upper, kind == parent.level)", 5],
    ["lookup('gasLimit', upper, kind == 'x')", null],
    ['sum(chemicals, amount)', 0],
  ])('%s is %s', (source, expected) => {
    expect(value(source)).toBe(expected);
  });
});

describe('safety', () => {
  test.each([
    'toString',
    'constructor',
    '__proto__',
    'old.constructor',
    'old.__proto__.polluted',
    'me.toString',
    'deptId.constructor.name',
  ])('%s finds nothing', (source) => {
    expect(value(source)).toBe(null);
  });

  test('values of a wrong type never throw', () => {
    expect(value('amount and level')).toBe(false);
    expect(value('level + chemicals')).toBe(null);
    expect(value('year(amount) + length(done)')).toBe(null);
    expect(value('sum(level, 1) + count(amount)')).toBe(0);
  });
});

test('a condition that is null does not hold', () => {
  expect(evaluateCondition(nodeOf('nothing'), env)).toBe(false);
  expect(evaluateCondition(nodeOf('done'), env)).toBe(true);
});

test('an evaluator is compiled once and reads its environment anew each time', () => {
  const node = nodeOf('amount * 2');
  const evaluator = compileEvaluator(node);
  expect(plainValue(evaluator(env))).toBe(25);
  expect(plainValue(evaluator({ ...env, names: () => 4 }))).toBe(8);
});

test('what is asked of other records is asked with the entity, the value and the condition', () => {
  const asked: unknown[] = [];
  const reaching: EvaluationEnvironment = {
    ...env,
    exists: (entity, condition) => asked.push([entity, condition.kind]) > 0,
    total: (entity, of, condition) => asked.push([entity, of.kind, condition.kind]) * 10,
    first: (entity, of, condition) => String(asked.push([entity, of.kind, condition.kind])),
  };
  const result = (source: string) => plainValue(evaluateExpression(nodeOf(source), reaching));
  expect(result("exists('gasLimit', kind == '1')")).toBe(true);
  expect(result("total('gasLimit', upper, kind == '1')")).toBe(20);
  expect(result("first('gasLimit', upper, kind == '1')")).toBe('3');
  expect(asked).toEqual([
    ['gasLimit', 'binary'],
    ['gasLimit', 'name', 'binary'],
    ['gasLimit', 'name', 'binary'],
  ]);
});

test('nothing is asked about a reference that is empty', () => {
  const told: EvaluationEnvironment = { ...env, reference: () => 'somebody' };
  expect(plainValue(evaluateExpression(nodeOf('nothing.name'), told))).toBe(null);
  expect(plainValue(evaluateExpression(nodeOf('deptId.name'), told))).toBe('somebody');
});
