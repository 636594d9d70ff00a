import type { PageKindDefinition, PlacedPage } from '../../core/model/page-kind-definition.ts';
import { type ColumnSettings, columnsOf } from './definition-columns.ts';
import { type CardDeadline, cardDeadlines } from './definition-deadlines.ts';
import { type GroupSettings, groupSettings } from './definition-groups.ts';
import { schema } from './definition-schema.ts';

/** Fields of a card where the file does not say. */
const CARD_FIELDS = 3;

/** Minutes before a deadline from which it is soon, where the file does not say. */
const SOON = 30;

/** What a card says, and how the board stands. */
export interface CardSettings {
  /** Fields of a card. */
  readonly card: readonly string[];
  /** Fields that stand without their name below that of the record. */
  readonly lead: readonly string[];
  /** Moments towards which a card counts down. */
  readonly due: readonly CardDeadline[];
  /** Minutes before a deadline from which it is soon. */
  readonly soon: number;
  /** Whether it may fill the screen, and reads again by itself. */
  readonly wall: boolean;
}

/** A board of the columns of a field, and one of groups of what there is. */
export type ColumnBoard = CardSettings & ColumnSettings;
export type GroupBoard = CardSettings & GroupSettings;

/** What a board is made of. */
export type BoardSettings = ColumnBoard | GroupBoard;

export const definition: PageKindDefinition<BoardSettings> = {
  view: 'board',
  says: 'cards in a column for each value of a field, or in groups that count down',
  schema,
  records: 'rows',
  by: 'view',
  blocks: true,
  build(placed) {
    const { board } = placed.page;
    if (board === undefined || (board.by === undefined) === (board.group === undefined)) {
      const fix = '写上 "board": {"by": "status"}，或 "board": {"group": "…"}';
      placed.fault(board === undefined ? [] : ['board'], '看板没有说明按哪个字段分列或分组（两者写一个）', fix);
      return undefined;
    }
    const due = cardDeadlines(placed);
    if (board.by !== undefined) {
      const columns = columnsOf(placed, board.by);
      return columns && { ...columns, ...cardOf(placed, [columns.by, columns.lanes], due) };
    }
    const groups = groupSettings(placed, due);
    return groups && { ...groups, ...cardOf(placed, [groups.group], due) };
  },
  shows: (settings) => [
    ...('by' in settings
      ? [settings.by, ...(settings.lanes === undefined ? [] : [settings.lanes])]
      : [settings.group, ...settings.count.map(({ field }) => field)]),
    ...settings.lead,
    ...settings.card,
    ...settings.due.flatMap(({ left, reads }) => [left, ...reads]),
  ],
  finds(settings) {
    if ('by' in settings) return [settings.by];
    return [
      ...(settings.states.length === 0 ? [] : ['status']),
      ...(settings.first === undefined ? [] : [settings.first]),
    ];
  },
};

/** What is on a card; fields that are told by its place need not stand there again. */
function cardOf(
  { page, entity }: PlacedPage,
  placed: readonly (string | undefined)[],
  due: readonly CardDeadline[],
): CardSettings {
  const { card, lead = [], soon = SOON, wall = false } = page.board ?? {};
  const told = new Set([entity.label, ...placed, ...lead, ...due.map(({ left }) => left)]);
  const columns = (page.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field));
  return { card: card ?? columns.filter((key) => !told.has(key)).slice(0, CARD_FIELDS), lead, due, soon, wall };
}
