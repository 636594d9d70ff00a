import type { FieldModel } from '../../core/model/entity-model.ts';
import type { PageKindDefinition, PlacedPage } from '../../core/model/page-kind-definition.ts';
import { checkColour, checkDrags, startField } from '../../core/model/page-window.ts';

/** What a timeline is made of. */
export interface TimelineSettings {
  /** Field in which a record begins. */
  readonly from: string;
  /** Field in which it ends; undefined where it only begins. */
  readonly until: string | undefined;
  /** Field whose values are the rows. */
  readonly rows: string;
  /** Field whose choice gives colour and a word; undefined for none. */
  readonly color: string | undefined;
  /** Fields told behind the name, as where the record is chosen. */
  readonly detail: readonly string[];
  /** Transitions that a bar is moved by; empty for none. */
  readonly move: readonly string[];
}

export const definition: PageKindDefinition<TimelineSettings> = {
  view: 'timeline',
  says: 'the records as bars over time, in rows of a field',
  schema: {
    timeline: {
      description: 'When records begin, in which row they stand, what colours them, and how a bar is moved.',
      type: 'object',
      additionalProperties: false,
      required: ['from', 'rows'],
      properties: {
        from: {
          $ref: '#/$defs/fieldKey',
          description: 'Stored date, time or range at which a bar begins; that of a range goes to its end.',
        },
        rows: {
          $ref: '#/$defs/fieldKey',
          description:
            'Stored field whose values are the rows: departments, people, places, choices. At most 200 are shown.',
        },
        color: {
          $ref: '#/$defs/fieldKey',
          description: 'Field with choices, or `status`, whose word and colour a bar has. Default none.',
        },
        move: {
          description:
            'Transitions by which a bar is dragged to another time, which is proposed, and to another row where they ask for its field; they ask for nothing else. Default none.',
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
    const { timeline } = placed.page;
    if (timeline === undefined) {
      placed.fault([], '时间线没有说明何时开始、按什么分行', '写上 "timeline": {"from": "…", "rows": "…"}');
      return undefined;
    }
    const start = startField(placed, timeline.from, ['timeline', 'from']);
    const rows = rowsField(placed, timeline.rows);
    const { color, move = [] } = timeline;
    checkColour(placed, color, ['timeline', 'color'], '时间线');
    if (start === undefined || rows === undefined) return undefined;
    checkDrags(placed, move, start, { at: ['timeline', 'move'], besides: [rows.key] });
    return {
      from: start.key,
      until: start.property.end,
      rows: rows.key,
      color,
      detail: placed.entity.labelDetail ?? [],
      move,
    };
  },
  shows: ({ from, rows, color, detail }) => [from, rows, ...(color === undefined ? [] : [color]), ...detail],
  finds: ({ from }) => [from],
};

function rowsField(placed: PlacedPage, key: string): FieldModel | undefined {
  const at = ['timeline', 'rows'];
  const field = placed.field(key, at);
  if (field === undefined) return undefined;
  const told = field.key === 'status' || field.target !== undefined || placed.choiceKeys(field) !== undefined;
  if (told && field.column !== undefined) return field;
  placed.fault(at, `“${field.title}”不能分行：须是存储的部门、人员、引用或选项`, '改为部门、人员、引用或选项字段');
  return undefined;
}
