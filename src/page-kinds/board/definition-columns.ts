import type { FieldModel } from '../../core/model/entity-model.ts';
import type { PlacedPage } from '../../core/model/page-kind-definition.ts';

/** Columns at most: more are no board but a list. */
const MOST_COLUMNS = 12;

/** Columns of a board. */
export interface ColumnSettings {
  /** Field whose values are the columns; `status` for the states. */
  readonly by: string;
  /** Keys of the columns, in order. */
  readonly columns: readonly string[];
  /** Whether records may lack a value, so that there is a column for them. */
  readonly blank: boolean;
  /** Field by which the cards stand in rows; undefined for none. */
  readonly lanes: string | undefined;
  /** Transitions that a card is moved by; undefined for all that lead to the state of the column. */
  readonly move: readonly string[] | undefined;
}

/** What a board of columns says; undefined where its field gives none, which is reported. */
export function columnsOf(placed: PlacedPage, key: string): ColumnSettings | undefined {
  const { board = {} } = placed.page;
  for (const word of ['count', 'states'] as const) {
    if (board[word] === undefined) continue;
    placed.fault(['board', word], '分列的看板每列自有数目，也由筛选决定显示哪些列', `去掉 ${word}，或把 by 改为 group`);
  }
  const by = placed.field(key, ['board', 'by']);
  const columns = by === undefined ? undefined : keysOf(placed, by);
  if (by === undefined || columns === undefined) return undefined;
  const lanes = board.lanes === undefined ? undefined : singleField(placed, board.lanes, 'lanes');
  checkMoves(placed, by);
  return { by: by.key, columns, blank: by.key !== 'status' && !by.required, lanes, move: board.move };
}

/** Keys of the columns; undefined where the field gives none. */
function keysOf({ entity, choiceKeys, fault }: PlacedPage, by: FieldModel): readonly string[] | undefined {
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

/** A field by whose single values cards stand together; undefined for another one, which is reported. */
export function singleField(placed: PlacedPage, key: string, word: 'lanes' | 'group'): string | undefined {
  const at = ['board', word];
  const field = placed.field(key, at);
  if (field === undefined) return undefined;
  if (field.column?.kind === 'text' && (field.target !== undefined || placed.choiceKeys(field) !== undefined))
    return key;
  const what = word === 'lanes' ? '分行' : '分组';
  placed.fault(at, `“${field.title}”不能${what}：须是存储的单个选项、部门或引用`, '改为部门、区域或单选字段');
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
