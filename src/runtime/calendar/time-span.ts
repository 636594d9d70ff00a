/** How much time is shown: a month as a grid, a week by its hours, or a month's entries below each other. */
export type Span = 'month' | 'week' | 'agenda';

const DAY = 86_400_000;

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** Monday is 0. */
const weekday = (time: number): number => (new Date(time).getUTCDay() + 6) % 7;

/** First and last day of the span around a day; those of a month's grid fill its weeks. */
export function spanAround(day: string, span: Span): { readonly from: string; readonly to: string } {
  const time = at(day);
  if (span === 'week') {
    const monday = time - weekday(time) * DAY;
    return { from: dayOf(monday), to: dayOf(monday + 6 * DAY) };
  }
  const first = at(`${day.slice(0, 7)}-01`);
  const last = at(spanLater(`${day.slice(0, 7)}-01`, 'month', 1)) - DAY;
  if (span === 'agenda') return { from: dayOf(first), to: dayOf(last) };
  return { from: dayOf(first - weekday(first) * DAY), to: dayOf(last + (6 - weekday(last)) * DAY) };
}

/** The day that lies so many spans later; of months the first one. */
export function spanLater(day: string, span: Span, count: number): string {
  if (span === 'week') return dayOf(at(day) + count * 7 * DAY);
  const [year = 0, month = 1] = day.split('-').map(Number);
  return dayOf(Date.UTC(year, month - 1 + count, 1));
}

/** A day, or a wall clock `YYYY-MM-DD HH:mm:ss`, so much later; in the form in which it was. */
export function shiftedBy(text: string, delta: { readonly days: number; readonly seconds: number }): string {
  const time = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`);
  const later = new Date(time + delta.days * DAY + delta.seconds * 1000).toISOString();
  return later.slice(0, 19).replace('T', ' ').slice(0, text.length);
}

/** Milliseconds from which on something takes up the day. */
const LONG = DAY / 2;

const moment = (text: string): number => Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`);

/** Whether what lasts from one wall clock to another takes half a day or more; what only begins does not. */
export const isLong = (start: string, end: string | undefined): boolean =>
  end !== undefined && moment(end) - moment(start) >= LONG;

/** The last day that something reaches into; an end at midnight is the end of the day before. */
export const dayReached = (end: string): string => dayOf(end.slice(11) === '00:00:00' ? moment(end) - 1 : moment(end));

/**
 * Where something that lasts several days stands in a list of days: on the first of these that it reaches, once, with the
 * days that it takes in words. Undefined for what begins and ends on one day.
 * @param from first day of the list.
 */
export function listedOnce(
  start: string,
  end: string | undefined,
  from: string,
): { readonly day: string; readonly words: string } | undefined {
  const [first, last] = [start.slice(0, 10), dayReached(end ?? start)];
  if (last <= first) return undefined;
  const far = first.slice(0, 4) === last.slice(0, 4) ? 5 : 0;
  return { day: first < from ? from : first, words: `${first.slice(far)} – ${last.slice(far)}` };
}
