import { OutOfReachError } from '../expression/index.ts';
import type { FieldModel, ModelExpression, ToneModel } from '../model/entity-model.ts';
import { say } from '../text/say.ts';
import { evaluateOver, type RecordEnvironment, type RecordValues } from './record-environment.ts';

/** What is said of a value out of its range or near its time: always a word, with a colour. */
interface FieldTone {
  readonly word: string;
  readonly color: ToneModel['color'];
}

/**
 * The first tone of a field that holds over a record as its reader sees it; undefined for none. What the reader does not
 * see decides nothing: a tone whose condition names it is not said.
 */
export function fieldTone(
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): FieldTone | undefined {
  const tone = field.tones?.find(({ when }) => isTold(when, record, environment));
  if (tone === undefined) return undefined;
  const day = tone.left === undefined ? undefined : record[tone.left];
  const span = typeof day === 'string' ? spanText(day, environment.clock?.() ?? environment.now) : '';
  return { word: span === '' ? tone.title : `${tone.title} ${span}`, color: tone.color };
}

/** Whether a condition holds over a record as its reader sees it; not where it names what the reader does not see. */
export function isTold(when: ModelExpression, record: RecordValues, environment: RecordEnvironment): boolean {
  if (!when.references.every((name) => name === 'me' || Object.hasOwn(record, name))) return false;
  try {
    return evaluateOver(when, record, environment) === true;
  } catch (error) {
    if (error instanceof OutOfReachError) return false;
    throw error;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far a moment is from another of the same wall clock, before or behind it, in whole units. */
function spanText(moment: string, now: string): string {
  const instant = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);
  // A date has no time of day: days are counted from midnight.
  if (moment.length === 10)
    return say('{count}天', { count: Math.round(Math.abs(instant(moment) - instant(now.slice(0, 10))) / DAY) });
  const span = Math.abs(instant(moment) - instant(now));
  if (Number.isNaN(span)) return '';
  if (span >= DAY) return say('{count}天', { count: Math.floor(span / DAY) });
  if (span >= HOUR) return say('{count}小时', { count: Math.floor(span / HOUR) });
  return say('{count}分钟', { count: Math.max(1, Math.floor(span / MINUTE)) });
}
