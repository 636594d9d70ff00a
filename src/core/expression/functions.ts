import type { ValueType } from './value-type.ts';

/** Types that a plain parameter takes. */
type Plain = 'text' | 'number' | 'boolean' | 'date' | 'dateTime' | 'time' | 'place' | 'object';

/**
 * What an argument may be: a value of one of these types, any list, a text or whole number written out, a setting's or
 * dictionary's or entity's key written out, the rows of a sub-table, or `me` itself.
 */
export type Accepted =
  | readonly (Plain | 'list')[]
  | 'literalText'
  | 'literalInteger'
  | 'setting'
  | 'dictionary'
  | 'entity'
  | 'rows'
  | 'me';

export interface FunctionParameter {
  readonly name: string;
  readonly accepts: Accepted;
  /** The argument's names are those of the rows (or entity) of the first argument. Default false. */
  readonly perRow?: boolean;
  /** May be left out. Only trailing parameters are. Default false. */
  readonly optional?: boolean;
  /** May be given any number of times; only the last parameter. Default false. */
  readonly repeats?: boolean;
  /** Smallest and largest whole number that may be written out. Default -10 and 20. */
  readonly range?: readonly [number, number];
}

/** One function of the expression language. */
export interface FunctionDefinition {
  readonly name: string;
  /** As the editor shows it: `round(数值, 小数位)`. */
  readonly signature: string;
  /** What it gives, in one or two Chinese sentences, and what null does. */
  readonly doc: string;
  readonly example: string;
  readonly parameters: readonly FunctionParameter[];
  /** The type of the result; `same` is the common type of all arguments, `last` that of the last one, `list` a list of the second. */
  readonly result: ValueType | 'same' | 'last' | 'setting' | 'rows' | 'list';
  /** Its result changes by itself, with time, user or other records. Default false. */
  readonly live?: boolean;
  /** Only the server can tell. Default false. */
  readonly serverOnly?: boolean;
  /** Reads rows: an aggregate, or one that reads another entity. Default false. */
  readonly aggregate?: boolean;
}

const ANY_DATE = ['date', 'dateTime'] as const;
const COMPARABLE = ['number', 'date', 'dateTime', 'time', 'text'] as const;
const SCALAR = ['text', 'number', 'boolean', 'date', 'dateTime', 'time'] as const;
const ANYTHING = [...SCALAR, 'place', 'object', 'list'] as const;

type Extra = Partial<Pick<FunctionDefinition, 'live' | 'serverOnly' | 'aggregate'>>;
type Entry = Omit<FunctionDefinition, 'name'>;

function define(
  parameters: readonly FunctionParameter[],
  result: FunctionDefinition['result'],
  signature: string,
  doc: string,
  example: string,
  extra: Extra = {},
): Entry {
  return { parameters, result, signature, doc, example, ...extra };
}

function value(name: string, accepts: Accepted, extra: Partial<FunctionParameter> = {}): FunctionParameter {
  return { name, accepts, ...extra };
}

const ROWS = value('子表', 'rows');
const ENTITY = value('实体', 'entity');
const AGGREGATE = { aggregate: true } as const;
const PER_ROW = { perRow: true } as const;

const ENTRIES = {
  now: define([], 'dateTime', 'now()', '服务器当前的日期时间。', 'now() < deadline', { live: true }),
  today: define([], 'date', 'today()', '服务器当前的日期。', 'abolishDate <= today()', { live: true }),
  days: define(
    [value('天数', ['number'])],
    'duration',
    'days(天数)',
    '若干天，用来加减日期；小数部分舍去。',
    'deadline - days(1)',
  ),
  hours: define(
    [value('小时数', ['number'])],
    'duration',
    'hours(小时数)',
    '若干小时，用来加减日期时间，精确到秒。',
    'deadline + hours(8)',
  ),
  minutes: define(
    [value('分钟数', ['number'])],
    'duration',
    'minutes(分钟数)',
    '若干分钟，用来加减日期时间，精确到秒。',
    'now() - minutes(30)',
  ),
  months: define(
    [value('月数', ['number'])],
    'duration',
    'months(月数)',
    '若干个月，用来加减日期；目标月没有这一天时取月末，小数部分舍去。',
    'issueDate + months(36)',
  ),
  year: define([value('日期', ANY_DATE)], 'number', 'year(日期)', '年份。', 'year(issueDate) == 2026'),
  month: define([value('日期', ANY_DATE)], 'number', 'month(日期)', '月份，1 至 12。', 'month(issueDate) == 12'),
  day: define([value('日期', ANY_DATE)], 'number', 'day(日期)', '几号，1 至 31。', 'day(issueDate) == 1'),
  weekday: define(
    [value('日期', ANY_DATE)],
    'number',
    'weekday(日期)',
    '星期几，星期一为 1，星期日为 7。',
    'weekday(issueDate) >= 6',
  ),
  daysBetween: define(
    [value('从', ANY_DATE), value('到', ANY_DATE)],
    'number',
    'daysBetween(从, 到)',
    '两个日期相差的日历天数，后者较早时为负。',
    'daysBetween(issueDate, today()) > 30',
  ),
  hoursBetween: define(
    [value('从', ANY_DATE), value('到', ANY_DATE)],
    'number',
    'hoursBetween(从, 到)',
    '相差的小时数，可带小数；日期按零点算。',
    'hoursBetween(startTime, deadline) <= 8',
  ),
  minutesBetween: define(
    [value('从', ANY_DATE), value('到', ANY_DATE)],
    'number',
    'minutesBetween(从, 到)',
    '相差的分钟数，可带小数；日期按零点算。',
    'minutesBetween(startTime, now()) <= 30',
  ),
  dateOf: define(
    [value('日期时间', ANY_DATE)],
    'date',
    'dateOf(日期时间)',
    '日期时间里的日期。',
    'dateOf(startTime) == today()',
  ),
  isHoliday: define(
    [value('日期', ANY_DATE)],
    'boolean',
    'isHoliday(日期)',
    '是否休息日：按企业日历，日历没有写明的周六、周日休息。',
    'isHoliday(today())',
  ),
  workdays: define(
    [value('从', ANY_DATE), value('到', ANY_DATE)],
    'number',
    'workdays(从, 到)',
    '两个日期之间（含首尾）的工作日数；后者较早时为 0。',
    'workdays(issueDate, today()) > 5',
  ),
  abs: define([value('数值', ['number'])], 'number', 'abs(数值)', '绝对值。', 'abs(amount)'),
  round: define(
    [value('数值', ['number']), value('小数位', 'literalInteger', { optional: true })],
    'number',
    'round(数值, 小数位)',
    '四舍五入（负数按绝对值），小数位为 -10 至 20，不写为 0。',
    'round(amount / 3, 2)',
  ),
  floor: define([value('数值', ['number'])], 'number', 'floor(数值)', '不大于它的最大整数。', 'floor(amount)'),
  ceil: define([value('数值', ['number'])], 'number', 'ceil(数值)', '不小于它的最小整数。', 'ceil(amount)'),
  min: define(
    [value('值', COMPARABLE, { repeats: true })],
    'same',
    'min(值, 值, …)',
    '最小的一个，空值不参加；全空为空。',
    'min(amount, 100)',
  ),
  max: define(
    [value('值', COMPARABLE, { repeats: true })],
    'same',
    'max(值, 值, …)',
    '最大的一个，空值不参加；全空为空。',
    'max(amount, 0)',
  ),
  coalesce: define(
    [value('值', SCALAR, { repeats: true })],
    'same',
    'coalesce(值, 值, …)',
    '第一个不为空的值。',
    'coalesce(amount, 0)',
  ),
  isNull: define([value('值', ANYTHING)], 'boolean', 'isNull(值)', '是否没有值。', 'isNull(abolishDate)'),
  isEmpty: define([value('值', ANYTHING)], 'boolean', 'isEmpty(值)', '是否没有值、空文本或空列表。', 'isEmpty(reason)'),
  length: define(
    [value('文本', ['text'])],
    'number',
    'length(文本)',
    '字数，一个汉字或表情为 1；空值为 0。',
    'length(reason) >= 10',
  ),
  contains: define(
    [value('文本', ['text']), value('片段', ['text'])],
    'boolean',
    'contains(文本, 片段)',
    '文本里是否有这个片段，区分大小写；有空值时为否。',
    "contains(reason, '动火')",
  ),
  startsWith: define(
    [value('文本', ['text']), value('开头', ['text'])],
    'boolean',
    'startsWith(文本, 开头)',
    '文本是否以它开头，区分大小写；有空值时为否。',
    "startsWith(reason, '因')",
  ),
  substring: define(
    [
      value('文本', ['text']),
      value('起', 'literalInteger', { range: [1, 4000] }),
      value('字数', 'literalInteger', { range: [1, 4000] }),
    ],
    'text',
    'substring(文本, 起, 字数)',
    '从第几个字起的若干个字，第一个字为 1；不够时有多少给多少，空值为空。',
    'substring(code, 1, 4)',
  ),
  upper: define([value('文本', ['text'])], 'text', 'upper(文本)', '把字母 a–z 换成大写。', 'upper(code)'),
  lower: define([value('文本', ['text'])], 'text', 'lower(文本)', '把字母 A–Z 换成小写。', 'lower(code)'),
  concat: define(
    [value('值', SCALAR, { repeats: true })],
    'text',
    'concat(值, 值, …)',
    '连成一段文本，空值当作空文本，其他类型按 text() 写出。',
    "concat(code, '-', year(issueDate))",
  ),
  text: define(
    [value('值', SCALAR)],
    'text',
    'text(值)',
    '写成文本：数值不带多余的零，是否写作 是、否。',
    'text(amount)',
  ),
  number: define(
    [value('文本', ['text'])],
    'number',
    'number(文本)',
    '把十进制文本读成数值（整数至多 30 位、小数至多 20 位），读不出为空。',
    'number(code) > 10',
  ),
  size: define([value('列表', ['list'])], 'number', 'size(列表)', '列表有几项；空值为 0。', 'size(tags) <= 6'),
  includes: define(
    [value('列表', ['list']), value('值', SCALAR)],
    'boolean',
    'includes(列表, 值)',
    '列表里是否有这个值；空值不属于任何列表。',
    "includes(tags, '1')",
  ),
  rank: define(
    [value('字典', 'dictionary'), value('字典值', ['text'])],
    'number',
    "rank('字典', 字典值)",
    '字典值在字典里的轻重次序，越重越大；没有这个值为空。',
    "rank('peril-level', level) >= rank('peril-level', '1')",
  ),
  setting: define(
    [value('参数', 'setting')],
    'setting',
    "setting('参数')",
    '法定值或企业设定的参数。',
    "setting('peril.delayLimit') > 0",
  ),
  hasRole: define(
    [value('角色', ['text'])],
    'boolean',
    "hasRole('角色')",
    '当前用户是否有这个角色（别名）。',
    "hasRole('safetyOfficer')",
    { live: true },
  ),
  awaiting: define(
    [value('用户', 'me'), value('审批', 'literalText')],
    'boolean',
    "awaiting(me, '审批')",
    '这条记录的这项审批是否正等当前用户表决。',
    "awaiting(me, 'delay')",
    { live: true, serverOnly: true },
  ),
  overlaps: define(
    [value('起甲', ANY_DATE), value('止甲', ANY_DATE), value('起乙', ANY_DATE), value('止乙', ANY_DATE)],
    'boolean',
    'overlaps(起甲, 止甲, 起乙, 止乙)',
    '两段时间是否重叠：日期含首尾，日期时间首尾相接不算；有空值时为否。',
    'overlaps(startTime, deadline, now(), now() + hours(8))',
    { serverOnly: true },
  ),
  distance: define(
    [value('坐标甲', ['place']), value('坐标乙', ['place'])],
    'number',
    'distance(坐标甲, 坐标乙)',
    '两个坐标之间的地面距离，米，取一位小数；有空值时为空。',
    'distance(startPlace, endPlace) <= 50',
  ),
  sum: define(
    [ROWS, value('数值', ['number'], PER_ROW)],
    'number',
    'sum(子表, 数值)',
    '各行数值的和，空值不计；没有行为 0。',
    'sum(chemicals, beta * q / Q)',
    AGGREGATE,
  ),
  count: define(
    [ROWS, value('条件', ['boolean'], { perRow: true, optional: true })],
    'number',
    'count(子表, 条件)',
    '满足条件的行数；不写条件为全部行数。',
    'count(chemicals, q > Q)',
    AGGREGATE,
  ),
  avg: define(
    [ROWS, value('数值', ['number'], PER_ROW)],
    'number',
    'avg(子表, 数值)',
    '各行数值的平均，空值不计；没有值为空。',
    'avg(chemicals, q)',
    AGGREGATE,
  ),
  minOf: define(
    [ROWS, value('值', COMPARABLE, PER_ROW)],
    'last',
    'minOf(子表, 值)',
    '各行里最小的值；没有值为空。',
    'minOf(chemicals, q)',
    AGGREGATE,
  ),
  maxOf: define(
    [ROWS, value('值', COMPARABLE, PER_ROW)],
    'last',
    'maxOf(子表, 值)',
    '各行里最大的值；没有值为空。',
    'maxOf(chemicals, q)',
    AGGREGATE,
  ),
  any: define(
    [ROWS, value('条件', ['boolean'], PER_ROW)],
    'boolean',
    'any(子表, 条件)',
    '是否有一行满足条件。',
    'any(chemicals, isNull(q))',
    AGGREGATE,
  ),
  all: define(
    [ROWS, value('条件', ['boolean'], PER_ROW)],
    'boolean',
    'all(子表, 条件)',
    '是否每行都满足条件；没有行为是。',
    'all(chemicals, q <= Q)',
    AGGREGATE,
  ),
  latest: define(
    [
      ROWS,
      value('时间', COMPARABLE, PER_ROW),
      value('类别', SCALAR, PER_ROW),
      value('值', SCALAR, { perRow: true, optional: true }),
    ],
    'rows',
    'latest(子表, 时间, 类别, 值)',
    '每个类别时间最晚的一行，时间相同取后一行；写了值则给出这些行的值的列表，不写则可再用于其他子表函数。',
    'all(latest(gas, sampleTime, gasKind), value <= limit)',
    AGGREGATE,
  ),
  valuesOf: define(
    [ROWS, value('值', SCALAR, PER_ROW), value('条件', ['boolean'], { perRow: true, optional: true })],
    'list',
    'valuesOf(子表, 值, 条件)',
    '满足条件的各行的值的列表，每个值一次，空值不计；不写条件为全部行。',
    'includes(valuesOf(chemicals, kind, q > Q), level)',
    AGGREGATE,
  ),
  lookup: define(
    [ENTITY, value('列', SCALAR, PER_ROW), value('条件', ['boolean'], PER_ROW)],
    'last',
    "lookup('实体', 列, 条件)",
    '小表里第一行满足条件的记录的列；条件里 parent.x 是本记录的字段。',
    "lookup('gasLimit', upper, kind == parent.code)",
    AGGREGATE,
  ),
  exists: define(
    [ENTITY, value('条件', ['boolean'], PER_ROW)],
    'boolean',
    "exists('实体', 条件)",
    '是否有满足条件的记录；条件里 parent.x 是本记录的字段。',
    "exists('gasLimit', kind == parent.code)",
    { aggregate: true, live: true, serverOnly: true },
  ),
  total: define(
    [ENTITY, value('数值', ['number'], PER_ROW), value('条件', ['boolean'], PER_ROW)],
    'number',
    "total('实体', 数值, 条件)",
    '另一实体中满足条件的记录的数值之和，数值写 1 就是条数；没有记录为 0；条件里 parent.x 是本记录的字段。',
    "total('gasLimit', upper, kind == parent.code)",
    { aggregate: true, live: true, serverOnly: true },
  ),
  first: define(
    [ENTITY, value('文本', ['text'], PER_ROW), value('条件', ['boolean'], PER_ROW)],
    'text',
    "first('实体', 文本, 条件)",
    '另一实体中最早建立的一条满足条件的记录的文本，用来在提示里指名；没有记录为空；条件里 parent.x 是本记录的字段。',
    "first('gasLimit', kind, upper > parent.amount)",
    { aggregate: true, live: true, serverOnly: true },
  ),
  within: define(
    [ENTITY, value('记录', ['text']), value('上级', ['text'])],
    'boolean',
    "within('实体', 记录, 上级)",
    '树形实体（tree）中一条记录是否就是另一条，或在它下面任何一层；有空值或没有记录时为否。',
    "within('area', areaId, homeAreaId)",
    { aggregate: true, live: true, serverOnly: true },
  ),
} satisfies Record<string, Entry>;

/** The name of a function of the language. */
export type FunctionName = keyof typeof ENTRIES;

/** Every function there is, by name, in the order in which the editor lists them. */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionDefinition>> = Object.fromEntries(
  Object.entries(ENTRIES).map(([name, entry]) => [name, { name, ...entry }]),
) as Record<FunctionName, FunctionDefinition>;

/** Whether a name is a function's; inherited names such as `toString` never are. */
export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}

/** Functions that give a duration. */
export const DURATIONS: readonly FunctionName[] = ['days', 'hours', 'minutes', 'months'];
