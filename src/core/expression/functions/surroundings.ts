import { groundMetres } from '../../geo/ground-metres.ts';
import type { GeoPoint } from '../../geo/polygon.ts';
import { Decimal, roundHalfAway, toDecimal } from '../decimal.ts';
import { OutOfReachError } from '../errors.ts';
import { fromPlain, isRecord } from '../evaluation-frame.ts';
import type { Value } from '../value.ts';
import { at } from './arguments.ts';
import { type PlainFunction, taking } from './definition.ts';

/** A place as a value; null where it is no point. */
function pointOf(value: Value): GeoPoint | null {
  if (!isRecord(value)) return null;
  const { lng, lat } = value;
  return typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null;
}

function groundDistance(values: readonly Value[]): Decimal | null {
  const from = pointOf(at(values, 0));
  const to = pointOf(at(values, 1));
  const distance = from === null || to === null ? null : toDecimal(groundMetres(from, to));
  return distance === null ? null : roundHalfAway(distance, 1);
}

/** What surrounds the record: dictionaries, settings, the person, the ground. */
export const SURROUNDING_FUNCTIONS = {
  rank: {
    signature: "rank('字典', 字典值)",
    doc: '字典值在字典里的轻重次序，越重越大；没有这个值为空。',
    example: "rank('peril-level', level) >= rank('peril-level', '1')",
    parameters: [taking('字典', 'dictionary'), taking('字典值', ['text'])],
    result: 'number',
    evaluate: ([dictionary, key], env) => {
      if (env.rank === undefined) throw new OutOfReachError('rank');
      if (typeof dictionary !== 'string' || typeof key !== 'string') return null;
      return fromPlain(env.rank(dictionary, key));
    },
  },
  labelOf: {
    signature: 'labelOf(字段)',
    doc: '选项字段的中文名称，多选的各项以“、”相连；单选引用的记录名称。没有值、选项已删除时为空。',
    example: 'labelOf(level)',
    parameters: [taking('字段', ['text', 'list'])],
    result: 'text',
    evaluate: ([value = null, titles], env) => {
      const { title } = env;
      if (title === undefined || typeof titles !== 'string') throw new OutOfReachError('labelOf');
      const keys = Array.isArray(value) ? value : [value];
      const found = keys.flatMap((key: Value) => (typeof key === 'string' ? (title(titles, key) ?? []) : []));
      return found.length === 0 ? null : found.join('、');
    },
  },
  setting: {
    signature: "setting('参数')",
    doc: '法定值或企业设定的参数。',
    example: "setting('peril.delayLimit') > 0",
    parameters: [taking('参数', 'setting')],
    result: 'setting',
    evaluate: ([key], env) => {
      const { settings } = env;
      if (typeof key !== 'string' || settings === undefined || !Object.hasOwn(settings, key)) return null;
      return fromPlain(settings[key]);
    },
  },
  hasRole: {
    signature: "hasRole('角色')",
    doc: '当前用户是否有这个角色（别名）。',
    example: "hasRole('safetyOfficer')",
    parameters: [taking('角色', ['text'])],
    result: 'boolean',
    live: true,
    evaluate: ([role], env) => typeof role === 'string' && env.me.roles.includes(role),
  },
  awaiting: {
    signature: "awaiting(me, '审批')",
    doc: '这条记录的这项审批是否正等当前用户表决。',
    example: "awaiting(me, 'delay')",
    parameters: [taking('用户', 'me'), taking('审批', 'literalText')],
    result: 'boolean',
    live: true,
    serverOnly: true,
    evaluate: ([, approval], env) => {
      if (env.awaiting === undefined) throw new OutOfReachError('awaiting');
      return typeof approval === 'string' && env.awaiting(approval);
    },
  },
  rate: {
    signature: 'rate(数值, 分钟)',
    doc: '数值在最近几分钟里平均每分钟的变化，下降为负；那时没有数值为空。',
    example: 'abs(rate(amount, 5)) >= 2',
    parameters: [taking('数值', ['number']), taking('分钟', 'literalInteger', { range: [1, 60] })],
    result: 'number',
    live: true,
    serverOnly: true,
    stream: true,
    evaluate: ([, minutes], env) => {
      if (env.rate === undefined) throw new OutOfReachError('rate');
      return minutes instanceof Decimal ? env.rate(minutes.toNumber()) : null;
    },
  },
  held: {
    signature: 'held(条件, 秒)',
    doc: '条件是否一直成立了这么多秒；期间没有新数值也照样到时。',
    example: 'held(amount > 80, 30)',
    parameters: [taking('条件', ['boolean']), taking('秒', ['number'])],
    result: 'boolean',
    stream: true,
    // Whoever watches values keeps the time; at one moment it is the condition.
    evaluate: ([condition = null]) => condition,
  },
  distance: {
    signature: 'distance(坐标甲, 坐标乙)',
    doc: '两个坐标之间的地面距离，米，取一位小数；有空值时为空。',
    example: 'distance(startPlace, endPlace) <= 50',
    parameters: [taking('坐标甲', ['place']), taking('坐标乙', ['place'])],
    result: 'number',
    evaluate: groundDistance,
  },
} satisfies Record<string, PlainFunction>;
