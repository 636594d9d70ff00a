import {
  COMPARABLE,
  type FunctionDefinition,
  type FunctionParameter,
  RANGED,
  SCALAR,
  taking as value,
} from './functions/definition.ts';
import { LIST_FUNCTIONS } from './functions/lists.ts';
import { MOMENT_FUNCTIONS } from './functions/moments.ts';
import { NUMBER_FUNCTIONS } from './functions/numbers.ts';
import { PERIOD_FUNCTIONS } from './functions/periods.ts';
import { SURROUNDING_FUNCTIONS } from './functions/surroundings.ts';
import { TEXT_FUNCTIONS } from './functions/texts.ts';
import { VALUE_FUNCTIONS } from './functions/values.ts';
import type { CallNode } from './node.ts';

/** The functions over plain values, by kind; each stands with what it gives in the folder `functions`. */
export const PLAIN_FUNCTIONS = {
  ...MOMENT_FUNCTIONS,
  ...PERIOD_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...VALUE_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...SURROUNDING_FUNCTIONS,
};

/** The name of a function whose arguments are plain values. */
export type ScalarFunctionName = keyof typeof PLAIN_FUNCTIONS;

type Extra = Partial<Pick<FunctionDefinition, 'live' | 'serverOnly' | 'aggregate' | 'alike'>>;
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

const ROWS = value('子表', 'rows');
/** Which of the rows count; the last argument of whatever reads rows. */
const WHERE = value('条件', ['boolean'], { perRow: true, optional: true });
const ENTITY = value('实体', 'entity');
const AGGREGATE = { aggregate: true } as const;
const PER_ROW = { perRow: true } as const;

const ENTRIES = {
  ...PLAIN_FUNCTIONS,
  sum: define(
    [ROWS, value('数值', ['number'], PER_ROW), WHERE],
    'number',
    'sum(子表, 数值, 条件)',
    '各行数值的和，空值不计；没有行为 0。',
    'sum(chemicals, beta * q / Q)',
    AGGREGATE,
  ),
  count: define(
    [ROWS, WHERE],
    'number',
    'count(子表, 条件)',
    '满足条件的行数；不写条件为全部行数。',
    'count(chemicals, q > Q)',
    AGGREGATE,
  ),
  avg: define(
    [ROWS, value('数值', ['number'], PER_ROW), WHERE],
    'number',
    'avg(子表, 数值, 条件)',
    '各行数值的平均，空值不计；没有值为空。',
    'avg(chemicals, q)',
    AGGREGATE,
  ),
  minOf: define(
    [ROWS, value('值', COMPARABLE, PER_ROW), WHERE],
    'last',
    'minOf(子表, 值, 条件)',
    '各行里最小的值；没有值为空。',
    'minOf(chemicals, q)',
    AGGREGATE,
  ),
  maxOf: define(
    [ROWS, value('值', COMPARABLE, PER_ROW), WHERE],
    'last',
    'maxOf(子表, 值, 条件)',
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
    [ROWS, value('要求', ['boolean'], PER_ROW), WHERE],
    'boolean',
    'all(子表, 要求, 条件)',
    '满足条件的每行是否都合要求；没有行为是，不写条件为全部行。',
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
    [ROWS, value('值', SCALAR, PER_ROW), WHERE],
    'list',
    'valuesOf(子表, 值, 条件)',
    '满足条件的各行的值的列表，每个值一次，空值不计；不写条件为全部行。',
    'includes(valuesOf(chemicals, kind, q > Q), level)',
    AGGREGATE,
  ),
  newest: define(
    [ROWS, value('值', SCALAR, PER_ROW), value('次序', COMPARABLE, PER_ROW), WHERE],
    'last',
    'newest(子表, 值, 次序, 条件)',
    '满足条件的行里次序最大的一行的值，次序相同取后一行，次序为空的最小；没有行为空。',
    "newest('gasLimit', kind, upper, upper <= parent.amount)",
    AGGREGATE,
  ),
  overlapping: define(
    [ROWS, value('起', RANGED, PER_ROW), value('止', RANGED, PER_ROW), WHERE],
    'boolean',
    'overlapping(子表, 起, 止, 条件)',
    '满足条件的行里是否有两行的范围重叠：首尾相接不算，日期含首尾；起或止为空即不限，都空的行不计。时刻的止不晚于起的到第二天，缺一个也不计。',
    'overlapping(chemicals, Q, q)',
    { ...AGGREGATE, alike: [1, 2] },
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

/** The entity that a call over rows names in quotes instead of a sub-table; undefined where it names none. */
export function entityRead(call: CallNode): string | undefined {
  const [first] = call.arguments;
  const over = isFunctionName(call.name) ? FUNCTIONS[call.name].parameters[0]?.accepts : undefined;
  if (over === 'entity' && first?.kind === 'name') return first.name;
  if (over !== 'entity' && over !== 'rows') return undefined;
  return first?.kind === 'literal' && typeof first.value === 'string' ? first.value : undefined;
}
