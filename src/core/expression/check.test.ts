import { describe, expect, test } from 'vitest';
import { evaluateExpression } from './evaluate.ts';
import {
  type CheckResult,
  checkExpression,
  createScope,
  FUNCTIONS,
  type FunctionName,
  OutOfReachError,
  parseExpression,
  type ValueType,
} from './index.ts';

const scope = createScope({
  names: {
    amount: 'number',
    lng: 'number',
    lat: 'number',
    length: 'number',
    level: { type: 'text', titles: 'dict peril-level' },
    code: 'text',
    reason: 'text',
    done: 'boolean',
    issueDate: 'date',
    abolishDate: 'date',
    startTime: 'dateTime',
    deadline: 'dateTime',
    opensAt: 'time',
    files: 'object',
    startPlace: 'place',
    endPlace: 'place',
    areaId: 'text',
    homeAreaId: 'text',
    tags: { list: 'text' },
    deptId: { type: 'text', record: 'dept' },
    kind: { type: 'text', choices: ['hot', 'blind'] },
    secret: { type: 'text', serverOnly: true },
    chemicals: { type: { rows: 'chemicals' } },
    gas: { type: { rows: 'gas' }, live: true },
  },
  records: {
    dept: { name: 'text', parentId: { type: 'text', record: 'dept' } },
    old: { level: 'text' },
    row: { newDeadline: 'dateTime' },
  },
  rows: {
    chemicals: { beta: 'number', q: 'number', Q: 'number', kind: 'text' },
    gas: { sampleTime: 'dateTime', gasKind: 'text', value: 'number', limit: 'number' },
  },
  settings: { 'peril.delayLimit': { type: 'number' }, 'server.secretLimit': { type: 'number', shipped: false } },
  entities: {
    gasLimit: { small: true, names: { kind: 'text', upper: 'number' } },
    hazard: { small: false, names: { kind: 'text' } },
    area: { small: false, tree: true, names: { name: 'text' } },
  },
  stream: true,
  dictionaries: ['peril-level'],
});

function check(source: string, expected?: ValueType): CheckResult {
  const result = parseExpression(source);
  if ('node' in result) return checkExpression(result.node, scope, expected);
  throw new Error(result.problems.map((problem) => problem.message).join());
}

function messages(source: string, expected?: ValueType): string[] {
  return check(source, expected).problems.map((problem) => problem.message);
}

describe('types', () => {
  test.each<[string, ValueType]>([
    ['amount + 1', 'number'],
    ["level == '1'", 'boolean'],
    ['issueDate + days(1)', 'date'],
    ['deadline - minutes(30)', 'dateTime'],
    ['now() + months(1)', 'dateTime'],
    ["done ? issueDate : '2026-01-01'", 'date'],
    ["done ? '2026-01-01' : issueDate", 'date'],
    ["coalesce(abolishDate, '9999-12-31')", 'date'],
    ['done ? null : amount', 'number'],
    ['null', 'null'],
    ['[1, 2]', { list: 'number' }],
    ['minOf(gas, sampleTime)', 'dateTime'],
    ["lookup('gasLimit', upper, kind == parent.level)", 'number'],
    ['latest(gas, sampleTime, gasKind, value)', { list: 'number' }],
    ["setting('peril.delayLimit')", 'number'],
    ['deptId.parentId.name', 'text'],
    ['length', 'number'],
    ['length(reason) + length', 'number'],
  ])('%s', (source, type) => {
    expect(check(source)).toMatchObject({ type, problems: [] });
  });

  test('a text that is a date fits where a date is wanted', () => {
    expect(check("'2026-05-01'", 'date')).toMatchObject({ type: 'date', problems: [] });
    expect(messages("'2026-02-30'", 'date')).toEqual(['这里要日期，而表达式得出文本']);
    expect(messages("issueDate in ['2024-02-29', '2025-01-01']")).toEqual([]);
    expect(messages("deadline > '2024-02-29'")).toEqual(["不能比较日期时间和文本：deadline > '2024-02-29'"]);
  });
});

describe('problems', () => {
  test.each([
    ['amout + 1', '没有名为“amout”的字段，您是否想写“amount”？'],
    ['Amount', '没有名为“Amount”的字段，您是否想写“amount”？'],
    ['xyz', '没有名为“xyz”的字段'],
    ['deptId.nme', '“deptId”没有“nme”，您是否想写“name”？'],
    ['me.userID', '“me”没有“userID”，您是否想写“userId”？'],
    ['level.x', '“level”是文本，没有“x”可取'],
    ['roun(amount)', '没有名为“roun”的函数，您是否想写“round”？'],
    ['toString()', '没有名为“toString”的函数'],
    ['constructor', '没有名为“constructor”的字段'],
    ['me.__proto__', '“me”没有“__proto__”'],
    ["amount == '1'", "不能比较数值和文本：amount == '1'；字典值请加引号，数值请去掉引号"],
    ['level == 1', '不能比较文本和数值：level == 1；字典值请加引号，数值请去掉引号'],
    [
      'issueDate <= now()',
      '不能比较日期和日期时间：issueDate <= now()；请用 dateOf(…) 取日期，或用 today()、now() 中对应的一个',
    ],
    ['done > false', '是否不能比大小：done > false'],
    ['days(1) == days(2)', '时长不能比较：days(1) == days(2)'],
    ['level in xyz', '没有名为“xyz”的字段'],
    ["tags == ['1']", "文本列表只能与 null 比较，列表请用 includes(…)：tags == ['1']"],
    ['files == files', '对象只能与 null 比较，列表请用 includes(…)：files == files'],
    ["reason + 'x'", '“+”要数值，而“reason”是文本；连接文本请用 concat(…)'],
    ['deadline - startTime', '“-”要数值，而“deadline”是日期时间；日期相减请用 daysBetween(…)'],
    ['issueDate + hours(1)', '日期只能加减 days(…) 或 months(…)'],
    ['amount + days(1)', '时长只能加减在日期上，而“amount”是数值'],
    ['days(1) + issueDate', '“+”要数值，而“days(1)”是时长；时长只能写在日期后面，如 deadline + days(3)'],
    ['amount and done', 'and 前面要是否，而“amount”是数值'],
    ['amount ? 1 : 2', '? 前面的条件要是否，而“amount”是数值'],
    ['done ? 1 : level', '? : 的两个结果类型不同：数值和文本'],
    ["[1, 'a']", '列表的各项类型不同：数值和文本'],
    ['level in amount', 'in 后面要列表，而“amount”是数值'],
    ['level in [1]', '不能在数值列表里找文本：level in [1]；字典值请加引号，数值请去掉引号'],
    ['round()', 'round(…) 的参数个数不对，应写作 round(数值, 小数位)'],
    ['round(1, 2, 3)', 'round(…) 的参数个数不对，应写作 round(数值, 小数位)'],
    ['round(amount, length)', 'round(…) 的小数位要直接写 -10 至 20 的整数'],
    ['year(level)', 'year(…) 的“日期”要日期、日期时间，而“level”是文本'],
    ['min(1, level)', 'min(…) 的参数类型不同：数值和文本'],
    ['sum(amount, 1)', 'sum(…) 的第一个参数要子表，而“amount”不是'],
    ['sum(chemicals, bata)', '没有名为“bata”的字段，您是否想写“beta”？'],
    ['sum(chemicals, parent.bata)', '“parent”没有“bata”'],
    ['any(chemicals, q)', 'any(…) 的“条件”要是否，而“q”是数值'],
    ['chemicals', '子表 chemicals不能作为表达式的结果'],
    ['me', '记录 me不能作为表达式的结果'],
    ['days(1)', '时长不能作为表达式的结果'],
    ["setting('peril.delayLimt')", '没有名为“peril.delayLimt”的参数，您是否想写“peril.delayLimit”？'],
    ['setting(level)', "setting(…) 的名称要直接写文本，如 setting('peril.delayLimit') > 0"],
    ["rank('peril-levl', level)", '没有名为“peril-levl”的字典，您是否想写“peril-level”？'],
    ["lookup('hazard', kind, true)", '“hazard”不是小表（small），不能用 lookup(…)'],
    ["exists('hazrd', true)", '没有名为“hazrd”的实体，您是否想写“hazard”？'],
    [
      "any(chemicals, exists('hazard', kind == parent.q))",
      'exists(…) 不能逐行查询，不能写在 any(…) 里面；请移到 any(…) 外面，用 and、or 连接',
    ],
    ["awaiting(level, 'x')", 'awaiting(…) 的第一个参数要写 me'],
    ["kind == 'ho'", "“kind”没有“ho”这个值，只有 'hot'、'blind'"],
    ["kind in ['hot', 'cold']", "“kind”没有“cold”这个值，只有 'hot'、'blind'"],
  ])('%s', (source, message) => {
    expect(messages(source)[0]).toBe(message);
  });

  test('none where what is compared with a choice is nothing, one of them or told only later', () => {
    expect(messages("kind == null or kind == level or kind in ['hot', null]")).toEqual([]);
  });

  test('all come at once', () => {
    expect(messages('amout > 1 and level == 1 and xx(done)')).toHaveLength(3);
  });

  test('not with a comparison says how to write it', () => {
    expect(messages("not level == '1'")[0]).toBe(
      'not 后面要是否，而“level”是文本；not 只管紧跟的一项，比较请加括号：not (a == b)',
    );
  });

  test('the wanted type is held', () => {
    expect(messages('amount', 'boolean')).toEqual(['这里要是否，而表达式得出数值']);
    expect(messages('null', 'boolean')).toEqual([]);
  });
});

describe('live and server-only', () => {
  test.each([
    ['issueDate > abolishDate', false, false],
    ['issueDate > today()', true, false],
    ['me.userId == level', true, false],
    ["hasRole('x')", true, false],
    ['deptId == null', false, false],
    ["deptId.name == ''", true, false],
    ['old.level == level', false, false],
    ['row.newDeadline > deadline', false, false],
    ['sum(chemicals, q)', false, false],
    ['sum(gas, value)', true, false],
    ["lookup('gasLimit', upper, kind == parent.level)", false, false],
    ["exists('hazard', kind == parent.level)", true, true],
    ["setting('peril.delayLimit')", false, false],
    ["setting('server.secretLimit')", false, true],
    ["secret == '1'", false, true],
    ['distance(startPlace, endPlace)', false, false],
    ["awaiting(me, 'delay')", true, true],
  ])('%s: live %s, server only %s', (source, live, serverOnly) => {
    expect(check(source)).toMatchObject({ live, serverOnly, problems: [] });
  });
});

describe('the list of functions', () => {
  const alive = {
    names: () => null,
    now: '2026-05-01 12:00:00',
    me: { userId: null, account: null, realName: null, deptId: null, deptIds: [], roles: [], tenantId: '1' },
    title: () => null,
  };

  test.each(Object.values(FUNCTIONS))(
    '$name: its example checks, and runs or says that it is not yet alive',
    ({ name, example, signature, doc }) => {
      expect(messages(example)).toEqual([]);
      expect(signature.startsWith(`${name}(`)).toBe(true);
      expect(doc.endsWith('。')).toBe(true);
      const parsed = parseExpression(example);
      if (!('node' in parsed)) throw new Error(example);
      try {
        expect(evaluateExpression(checkExpression(parsed.node, scope).node, alive)).not.toBe(undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(OutOfReachError);
        const { calendar, aggregate, serverOnly, parameters } = FUNCTIONS[name as FunctionName];
        const asksDictionary = parameters[0]?.accepts === 'dictionary';
        expect(calendar === true || aggregate === true || serverOnly === true || asksDictionary, name).toBe(true);
        expect(error).toMatchObject({ message: `此处无法取得：${name}`, functionName: name });
      }
    },
  );
});

test.each(['abs(rate(amount, 5)) > 1', 'held(amount > 1, 5)'])(
  'the past is asked only where values come in: %s',
  (source) => {
    const parsed = parseExpression(source);
    if ('problems' in parsed) throw new Error(source);
    const name = source.includes('rate') ? 'rate' : 'held';
    expect(checkExpression(parsed.node, createScope({ names: { amount: 'number' } })).problems).toMatchObject([
      { message: `${name}(…) 只能写在实时数据的限值（readings.limits）里` },
    ]);
  },
);

test('takes a duration where one is asked for', () => {
  const parsed = parseExpression('days(3)');
  if ('problems' in parsed) throw new Error('days(3) does not parse');
  expect(checkExpression(parsed.node, createScope({ names: {} }), 'duration').problems).toEqual([]);
});
