import type { FieldModel } from '../../core/model/entity-model.ts';
import type { PageKindDefinition, PlacedPage } from '../../core/model/page-kind-definition.ts';

/** Columns at most: more are no board but a list. */
const MOST_COLUMNS = 12;

/** Fields of a card where the file does not say. */
const CARD_FIELDS = 3;

/** What a board is made of. */
export interface BoardSettings {
  /** Field whose values are the columns; `status` for the states. */
  readonly by: string;
  /** Keys of the columns, in order. */
  readonly columns: readonly string[];
  /** Whether records may lack a value, so that there is a column for them. */
  readonly blank: boolean;
  /** Field by which the cards stand in rows; undefined for none. */
  readonly lanes: string | undefined;
  /** Fields of a card. */
  readonly card: readonly string[];
  /** Transitions that a card is moved by; undefined for all that lead to the state of the column. */
  readonly move: readonly string[] | undefined;
}

export const definition: PageKindDefinition<BoardSettings> = {
  view: 'board',
  says: 'a column of cards for each value of a field',
  schema: {
    board: {
      description: 'Columns, rows and cards of the board, and how a card is moved.',
      type: 'object',
      additionalProperties: false,
      required: ['by'],
      properties: {
        by: {
          $ref: '#/$defs/fieldKey',
          description: 'Field whose values are the columns: `status`, or a stored single choice. At most 12 values.',
        },
        lanes: {
          $ref: '#/$defs/fieldKey',
          description:
            'Stored field of one value by which the cards stand in rows: a department, an area. Default none.',
        },
        card: {
          description: 'Fields of a card, below the name of the record. Default the first 3 columns of the page.',
          'x-layout': true,
          type: 'array',
          maxItems: 8,
          items: { $ref: '#/$defs/fieldKey' },
        },
        move: {
          description:
            'Transitions by which a card is dragged to another column, with the value of the column proposed. Default, where the columns are states, every transition that leads to the state; else none.',
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
    const { page, entity, fault } = placed;
    const { board } = page;
    if (board === undefined) {
      fault([], '看板没有说明按哪个字段分列', '写上 "board": {"by": "status"}');
      return undefined;
    }
    const by = placed.field(board.by, ['board', 'by']);
    const columns = by === undefined ? [] : columnsOf(placed, by);
    if (by === undefined || columns === undefined) return undefined;
    const lanes = board.lanes === undefined ? undefined : laneOf(placed, board.lanes);
    checkMoves(placed, by);
    const shown = (page.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field));
    const told = new Set([entity.label, by.key, lanes]);
    return {
      by: by.key,
      columns,
      blank: by.key !== 'status' && !by.required,
      lanes,
      card: board.card ?? shown.filter((key) => !told.has(key)).slice(0, CARD_FIELDS),
      move: board.move,
    };
  },
  shows: ({ by, lanes, card }) => [by, ...(lanes === undefined ? [] : [lanes]), ...card],
  finds: ({ by }) => [by],
};

/** Keys of the columns; undefined where the field gives none. */
function columnsOf({ entity, choiceKeys, fault }: PlacedPage, by: FieldModel): readonly string[] | undefined {
  const at = ['board', 'by'];
  const keys = by.key === 'status' ? Object.keys(entity.states ?? {}) : choiceKeys(by);
  if (keys === undefined || keys.length === 0 || by.column?.kind !== 'text') {
    fault(at, `“${by.title}”没有可分列的选项：须是状态，或存储的单选`, '改为 status，或有 options、dict 的单选字段');
    return undefined;
  }
  if (keys.length > MOST_COLUMNS) {
    fault(at, `“${by.title}”有${keys.length}个值，看板最多${MOST_COLUMNS}列`, '改为值较少的字段，或用列表');
    return undefined;
  }
  return keys;
}

function laneOf(placed: PlacedPage, key: string): string | undefined {
  const at = ['board', 'lanes'];
  const field = placed.field(key, at);
  if (field === undefined) return undefined;
  if (field.column?.kind === 'text' && (field.target !== undefined || placed.choiceKeys(field) !== undefined))
    return key;
  placed.fault(at, `“${field.title}”不能分行：须是存储的单个选项、部门或引用`, '改为部门、区域或单选字段');
  return undefined;
}

/** What a card is dragged by proposes the value of its column; where columns are states, it leads to them. */
function checkMoves({ page, entity, fault }: PlacedPage, by: FieldModel): void {
  for (const [index, key] of (page.board?.move ?? []).entries()) {
    const transition = entity.transitions?.[key];
    // An unknown one is told by the check of names.
    if (transition === undefined) continue;
    const leads = by.key === 'status' ? transition.to !== undefined : Object.hasOwn(transition.fields ?? {}, by.key);
    if (leads) continue;
    const missing = by.key === 'status' ? '不改变状态' : `没有询问“${by.title}”`;
    fault(['board', 'move', index], `“${transition.title}”${missing}，不能用来拖动`, '改为会改变列的流转');
  }
}
