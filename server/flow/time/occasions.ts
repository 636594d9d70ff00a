import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import type { ScheduleModel } from '../../../src/core/model/entity-model.ts';
import { instantOfWallClock, wallDate } from '../../ground/database/wall-clock.ts';
import type { RecordExpressions } from './record-expressions.ts';
import { type Duration, evaluateDuration, momentAfter, occurrenceAfter } from './recurrence.ts';

/** One time at which a plan makes records. */
export interface Occasion {
  readonly start: Date;
  /** End of its window: `window` after the start, else the next occurrence. */
  readonly end: Date;
}

/** The times of one plan record. */
interface Occasions {
  /** Occasions after `after`, up to and with `until`; at most `most`, of which the latest are kept. */
  between(after: Date, until: Date, most: number): { readonly kept: readonly Occasion[]; readonly dropped: number };
  /** First moment after `after` at which the plan occurs. */
  next(after: Date): Date | undefined;
}

/** Times of a plan as its expressions say now; undefined while start or interval are empty. */
export function occasionsOf(
  schedule: ScheduleModel,
  expressions: RecordExpressions,
  isWorkday: (date: string) => boolean,
  zone: string,
): Occasions | undefined {
  const start = expressions.evaluate(schedule.start.node);
  const every = evaluateDuration(schedule.every.node, expressions.names);
  if (typeof start !== 'string' || every === undefined || instantOfWallClock(start, zone) === undefined)
    return undefined;
  const window: Duration | undefined =
    schedule.window === undefined ? undefined : evaluateDuration(schedule.window.node, expressions.names);
  const counts = (at: Date) => schedule.calendar === 'all' || isWorkday(wallDate(at, zone));
  const endOf = (at: Date, index: number): Date => {
    const wall = window === undefined ? undefined : momentAfter(wallClock(at, zone), window, 1, zone);
    return wall ?? momentAfter(start, every, index + 1, zone) ?? at;
  };
  return {
    between(after, until, most) {
      const kept: Occasion[] = [];
      let dropped = 0;
      let found = occurrenceAfter(start, every, after, zone);
      while (found !== undefined && found.at.getTime() <= until.getTime()) {
        if (counts(found.at)) kept.push({ start: found.at, end: endOf(found.at, found.index) });
        if (kept.length > most) {
          kept.shift();
          dropped += 1;
        }
        const index = found.index + 1;
        const at = momentAfter(start, every, index, zone);
        found = at === undefined ? undefined : { index, at };
      }
      return { kept, dropped };
    },
    next: (after) => occurrenceAfter(start, every, after, zone)?.at,
  };
}
