import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';
import { checkColour, checkDrags, startField } from '../../core/model/page-window.ts';

/** What a calendar is made of. */
export interface CalendarSettings {
  /** Field in which a record begins. */
  readonly from: string;
  /** Field in which it ends; undefined where it only begins. */
  readonly until: string | undefined;
  /** Field whose choice gives colour and a word; undefined for none. */
  readonly color: string | undefined;
  /** Fields told behind the name, as where the record is chosen. */
  readonly detail: readonly string[];
  /** Transitions that an entry is moved by; empty for none. */
  readonly move: readonly string[];
}

export const definition: PageKindDefinition<CalendarSettings> = {
  view: 'calendar',
  says: 'the records on their days',
  schema: {
    calendar: {
      description: 'When records begin, what colours them, and how an entry is moved.',
      type: 'object',
      additionalProperties: false,
      required: ['from'],
      properties: {
        from: {
          $ref: '#/$defs/fieldKey',
          description: 'Stored date, time or range by which a record stands on its days; a range goes to its end.',
        },
        color: {
          $ref: '#/$defs/fieldKey',
          description: 'Field with choices, or `status`, whose word and colour an entry has. Default none.',
        },
        move: {
          description:
            'Transitions by which an entry is dragged to another time, which is proposed; they ask for nothing else. Default none.',
          type: 'array',
          minItems: 1,
          items: { $ref: '#/$defs/transitionKey' },
        },
      },
    },
  },
  records: 'rows',
  by: 'view',
  blocks: true,
  build(placed) {
    const { calendar } = placed.page;
    if (calendar === undefined) {
      placed.fault([], '日历没有说明记录在哪一天', '写上 "calendar": {"from": "…"}');
      return undefined;
    }
    const start = startField(placed, calendar.from, ['calendar', 'from']);
    const { color, move = [] } = calendar;
    checkColour(placed, color, ['calendar', 'color'], '日历');
    if (start === undefined) return undefined;
    checkDrags(placed, move, start, { at: ['calendar', 'move'] });
    return { from: start.key, until: start.property.end, color, detail: placed.entity.labelDetail ?? [], move };
  },
  shows: ({ from, color, detail }) => [from, ...(color === undefined ? [] : [color]), ...detail],
  finds: ({ from }) => [from],
};
