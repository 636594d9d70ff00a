import { defineFieldType } from '../define.ts';
import { TIME_FORMAT, definition as time } from '../time/definition.ts';

/**
 * One end of a span of the day. A span is two flat fields: the first names its `end`, the second says whose end it is
 * with `endOf`; they are drawn as one. An end before the start means the next day (a night shift).
 */
export const definition = defineFieldType({
  ...time,
  type: 'timeDuration',
  title: '时间区间',
  keywords: ['format', 'end', 'endOf'],
  component: 'TimePicker.RangePicker',
  // Sorting would turn a night shift around.
  componentProps: () => ({ format: TIME_FORMAT, order: false, allowEmpty: [true, true], needConfirm: false }),
  // A span over midnight has no first and last moment to compare with.
  filter: () => 'none',
});

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Minutes from start to end, over midnight where the end is earlier; undefined while an end is missing or no time. */
export function spanMinutes(start: unknown, end: unknown): number | undefined {
  const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{2}:\d{2}$/.test(value);
  if (!isTime(start) || !isTime(end)) return undefined;
  return (minutesOf(end) - minutesOf(start) + 1440) % 1440;
}
