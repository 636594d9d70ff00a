import { definition as date } from '../date/definition.ts';
import { defineFieldType } from '../define.ts';

/**
 * One end of a date range. A range is two flat fields: the first names its `end`, the second says whose end it is with
 * `endOf`; they are drawn as one, and a filter on the first means that the ranges overlap.
 */
export const definition = defineFieldType({
  ...date,
  type: 'dateDuration',
  title: '日期区间',
  keywords: ['format', 'placeholder', 'end', 'endOf'],
  filter: (property) => (property.endOf ? 'none' : 'overlap'),
});
