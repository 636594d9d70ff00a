import { say } from '../../core/text/say.ts';
import { definition as date } from '../date/definition.ts';
import { defineFieldType } from '../define.ts';

/**
 * One end of a date range. A range is two flat fields: the first names its `end`, the second says whose end it is with
 * `endOf`; they are drawn as one, and a filter on the first means that the ranges overlap. No range ends before it starts,
 * a draft's neither: there is no such time.
 */
export const definition = defineFieldType({
  ...date,
  type: 'dateDuration',
  component: 'DatePicker.RangePicker',
  title: '日期区间',
  keywords: ['format', 'placeholder', 'end', 'endOf'],
  // Two moments with their hours are cut off in a third of a form.
  isWide: ({ format, end }) => format === 'date-time' && end !== undefined,
  checkEnd(end, start, startTitle) {
    // Days and moments are written so that they compare as they read.
    const reversed = typeof end === 'string' && typeof start === 'string' && end < start;
    return reversed ? say('不能早于{start}', { start: startTitle }) : undefined;
  },
  filter: (property) => (property.endOf ? 'none' : 'overlap'),
});
