import { say } from '../text/say.ts';

/** How far a measured value can be trusted, by the number under which it is stored. */
export const QUALITIES = ['good', 'bad', 'offline'] as const;

export type Quality = (typeof QUALITIES)[number];

/** A value as a source sends it. */
export interface SentReading {
  /** Tag of the point, `LT-1001`. */
  readonly tag: string;
  /** Measured value in the point's unit; null where there is none (quality `bad` or `offline`). */
  readonly value: number | null;
  readonly quality: Quality;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Why a value was not taken. */
export interface RefusedReading {
  /** Its place in the message, from 0. */
  readonly index: number;
  readonly tag: string;
  readonly msg: string;
}

/** What became of a message: how many values were stored, how many were stored before, and what was refused. */
export interface ReceivedReadings {
  readonly stored: number;
  readonly known: number;
  /** At most 100. */
  readonly refused: readonly RefusedReading[];
  /** How many were refused in all. */
  readonly refusedCount: number;
}

/** Milliseconds by which a source's clock may be ahead. */
const AHEAD = 60_000;

/** Days after which a value comes too late: its day may have been cleared away already. */
export const LATE_DAYS = 7;

/** No sensor measures more, and every column of a point holds it. */
const LARGEST = 1e9;

const DAY = 86_400_000;

/** Longest tag that is looked at. */
const LONGEST_TAG = 40;

/**
 * Reads one value of a message as of `now`; gives what is wrong with it in words.
 * @param sentAt when a value was measured that bears no time of its own; undefined where nobody can tell, since the message
 *   may have waited, or come before
 */
export function readReading(sent: unknown, now: number, sentAt: number | undefined): SentReading | string {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return say('每个数据须是一个对象');
  const { tag, value = null, quality = 'good', time = sentAt, ...more } = sent as Record<string, unknown>;
  if (typeof tag !== 'string' || tag === '' || tag.length > LONGEST_TAG) return say('位号（tag）须是1至40个字的文本');
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) return say('不认识的字段：{field}', { field: unknown.slice(0, 40) });
  if (!isQuality(quality)) return say('数据质量（quality）须是{choices}之一', { choices: QUALITIES.join('、') });
  if (value !== null && (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) >= LARGEST)) {
    return say('数值（value）须是绝对值小于10亿的数');
  }
  if (value === null && quality === 'good') return say('质量为good的数据须有数值（value）');
  if (time === undefined) return say('经消息代理转送的数据须有采集时间（time）');
  const at = typeof time === 'string' ? readMoment(time) : time;
  if (typeof at !== 'number' || !Number.isSafeInteger(at)) {
    return say('采集时间（time）须是毫秒数，或带时区的时间，如2026-05-01T08:00:00+08:00');
  }
  if (at > now + AHEAD) return say('采集时间晚于现在，请校准数据源的时钟');
  if (at < now - LATE_DAYS * DAY) return say('采集时间早于{days}天前，不再接收', { days: LATE_DAYS });
  return { tag, value, quality, time: at };
}

const isQuality = (given: unknown): given is Quality => QUALITIES.some((one) => one === given);

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

function readMoment(text: string): number | undefined {
  if (!MOMENT.test(text)) return undefined;
  const time = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : time;
}
