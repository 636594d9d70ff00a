import { isTold } from '../../core/validation/field-tone.ts';
import type { RecordEnvironment, RecordValues } from '../../core/validation/record-environment.ts';
import type { CardSettings } from './definition.ts';
import { boardKindText } from './text.ts';

/** How close a moment is. */
type Urgency = 'past' | 'soon' | 'near' | 'calm';

/** A deadline of a record as it stands now. */
export interface Countdown {
  /** Field of its moment. */
  readonly key: string;
  readonly title: string;
  /** Milliseconds left; negative once it is past. */
  readonly left: number;
  readonly urgency: Urgency;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What is four times as far as soon is near. */
const NEAR = 4;

/** A wall clock as a number; a date ends with its day. */
const instant = (text: string): number =>
  Date.parse(`${text.replace(' ', 'T')}Z`) + (text.length === 'YYYY-MM-DD'.length ? DAY : 0);

/** Steps of a countdown. */
export function urgencyOf(left: number, soon: number): Urgency {
  if (left <= 0) return 'past';
  if (left <= soon * MINUTE) return 'soon';
  return left <= soon * MINUTE * NEAR ? 'near' : 'calm';
}

/** What a record counts down to, the nearest first. `now` is the server's wall clock, as the record's times are. */
export function countdownsOf(
  record: RecordValues,
  { due, soon }: Pick<CardSettings, 'due' | 'soon'>,
  now: string,
  environment: RecordEnvironment,
): readonly Countdown[] {
  const at = Date.parse(`${now.replace(' ', 'T')}Z`);
  return due
    .flatMap(({ left: key, title, when, overdue }): Countdown[] => {
      const moment = record[key];
      if (typeof moment !== 'string') return [];
      const left = instant(moment) - at;
      if (Number.isNaN(left)) return [];
      const runs = when === undefined || isTold(when, record, environment);
      const late = left <= 0 && overdue !== undefined && isTold(overdue, record, environment);
      return runs || late ? [{ key, title, left, urgency: urgencyOf(left, soon) }] : [];
    })
    .sort((one, other) => one.left - other.left);
}

/** Time that is left or over in its largest units: days and hours, hours and minutes, minutes and seconds. */
export function countdownText({ left }: Pick<Countdown, 'left'>): string {
  const span = Math.abs(left);
  const say = (unit: 'days' | 'hours' | 'minutes' | 'seconds', first: number, second = 0) =>
    boardKindText(left > 0 ? `left.${unit}` : `over.${unit}`, { first, second });
  if (span >= DAY) return say('days', Math.floor(span / DAY), Math.floor((span % DAY) / HOUR));
  if (span >= HOUR) return say('hours', Math.floor(span / HOUR), Math.floor((span % HOUR) / MINUTE));
  if (span >= 10 * MINUTE) return say('minutes', Math.floor(span / MINUTE));
  return say('seconds', Math.floor(span / MINUTE), Math.floor((span % MINUTE) / 1000));
}

/** How many are soon due, in words: 30分钟内到期 3. */
export function soonText(soon: number, count: number): string {
  const minutes = soon * MINUTE;
  if (minutes % DAY === 0) return boardKindText('soon.days', { span: minutes / DAY, count });
  if (minutes % HOUR === 0) return boardKindText('soon.hours', { span: minutes / HOUR, count });
  return boardKindText('soon.minutes', { span: soon, count });
}
