import type { PlacedPage } from '../../core/model/page-kind-definition.ts';
import { singleField } from './definition-columns.ts';
import type { CardDeadline } from './definition-deadlines.ts';

/** A field of which it is counted how often it has each value. */
interface CountedField {
  readonly field: string;
  /** Its values. */
  readonly keys: readonly string[];
}

/** Groups of a board. */
export interface GroupSettings {
  /** Field whose values, as they occur, are the groups. */
  readonly group: string;
  /** Fields whose values are counted; pressing a number shows those records alone. */
  readonly count: readonly CountedField[];
  /** States that are shown where the person chose none; empty for all. */
  readonly states: readonly string[];
  /** Stored deadline whose earliest records are read; undefined for the order of the page. */
  readonly first: string | undefined;
}

/** What a board of groups says; undefined where its field gives none, which is reported. */
export function groupSettings(placed: PlacedPage, due: readonly CardDeadline[]): GroupSettings | undefined {
  const { board = {} } = placed.page;
  for (const word of ['lanes', 'move'] as const) {
    if (board[word] === undefined) continue;
    placed.fault(['board', word], '分组的看板没有列，不能分行、不能拖动', `去掉 ${word}，或把 group 改为 by`);
  }
  const group = board.group === undefined ? undefined : singleField(placed, board.group, 'group');
  if (group === undefined) return undefined;
  const count = (board.count ?? []).flatMap((key, index) => countedField(placed, key, index));
  const states = board.states ?? [];
  if (states.length > 0 && placed.entity.states !== undefined && placed.page.filters?.includes('status') !== true) {
    const fix = '把 status 加入 filters';
    placed.fault(['board', 'states'], '页面不能按状态筛选，其余状态的记录就看不到', fix);
  }
  return { group, count, states, first: due.find(({ stored }) => stored)?.left };
}

function countedField(placed: PlacedPage, key: string, index: number): readonly CountedField[] {
  const at = ['board', 'count', index];
  const field = placed.field(key, at);
  if (field === undefined) return [];
  const keys = key === 'status' ? Object.keys(placed.entity.states ?? {}) : placed.choiceKeys(field);
  if (keys === undefined || field.column?.kind !== 'text') {
    placed.fault(at, `“${field.title}”不能计数：须是状态，或存储的单选`, '改为 status 或单选字段');
  } else if (placed.page.filters?.includes(key) !== true) {
    placed.fault(at, `页面不能按“${field.title}”筛选，点数目就没有作用`, `把 ${key} 加入 filters`);
  }
  return [{ field: key, keys: keys ?? [] }];
}
