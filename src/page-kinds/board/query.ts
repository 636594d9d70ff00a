import type { RowsFound, RowsWanted, ViewAsk, ViewQuery } from '../../core/model/page-query.ts';
import { say } from '../../core/text/say.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { BoardSettings, GroupBoard } from './definition.ts';

/** Cards of a column that are answered at once. */
const CARDS = 50;
/** Cards of a column that can be looked through; narrower filters lead further. */
const DEEPEST = 1_000;
/** Cards that a board of groups shows at most: those whose deadline comes first. */
const GROUPED = 200;

/** One column of a board. */
interface BoardColumn {
  /** Value of the column; null for records without one. */
  readonly key: string | null;
  readonly records: readonly WireRecord[];
  readonly total: number;
  readonly totalCapped: boolean;
}

/** What a board shows. */
interface BoardAnswer {
  /** Columns; none of a board of groups. */
  readonly columns: readonly BoardColumn[];
  /** Records of a board of groups, which the view puts together by their nearest deadlines. */
  readonly grouped?: GroupedRecords;
}

interface GroupedRecords extends Pick<RowsFound, 'records' | 'total' | 'totalCapped'> {
  /**
   * How many records there are of each value of each counted field, up to 10,000; undefined where all of them are in
   * `records`, which says it as well.
   */
  readonly counts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The first cards of each column and how many it has; of one column, further ones. */
export const query: ViewQuery<BoardAnswer, BoardSettings> = {
  by: 'view',
  takes: { _column: '看板的一列的值；空值写“-”。缺省为全部列', _offset: '该列已有的张数，答复其后的' },
  async read(ask, settings) {
    if (!('by' in settings)) return readGrouped(ask, settings);
    const { by, columns, blank } = settings;
    const field = ask.model.field.get(by);
    if (field === undefined) return { columns: [] };
    ask.requireSeen(field);
    const all: readonly (string | null)[] = [...columns, ...(blank ? [null] : [])];
    const wished = ask.argument('_column');
    const keys = wished === undefined ? all : all.filter((key) => (key ?? '-') === wished);
    if (keys.length === 0) throw ask.refuse('_column', say('看板没有“{key}”这一列', { key: wished ?? '' }));
    const offset = Number(ask.argument('_offset') ?? 0);
    if (!Number.isInteger(offset) || offset < 0 || offset > DEEPEST) {
      throw ask.refuse(
        '_offset',
        say('{title}须为{least}到{most}的整数', { title: say('张数'), least: 0, most: DEEPEST }),
      );
    }
    const found = await ask.grouped({ by: field, keys, most: CARDS, offset });
    return { columns: keys.map((key, index) => columnOf(key, found[index])) };
  },
};

function columnOf(key: string | null, found: RowsFound | undefined): BoardColumn {
  const { records = [], total = 0, totalCapped = false } = found ?? {};
  return { key, records, total, totalCapped };
}

/** The records in the states that the person chose, or that the board usually shows. */
async function readGrouped(ask: ViewAsk, { group, states, first, count }: GroupBoard): Promise<BoardAnswer> {
  const { field } = ask.model;
  const by = field.get(group);
  const order = first === undefined ? undefined : field.get(first);
  // Where cards stand, and which of them are read, would tell what the person does not see.
  for (const one of [by, order]) if (one !== undefined) ask.requireSeen(one);
  const status = field.get('status');
  const usual = status !== undefined && states.length > 0 && !ask.narrows(status);
  const where = usual ? [{ field: status, is: states.join(',') }] : [];
  const { records, total, totalCapped } = await ask.rows({
    where,
    ...(order === undefined ? {} : { sort: [{ field: order, descending: false }] }),
    most: GROUPED,
    counted: true,
  });
  const found = { records, total, totalCapped };
  if (records.length === total) return { columns: [], grouped: found };
  return { columns: [], grouped: { ...found, counts: await countsOf(ask, count, where) } };
}

/** Of more records than are shown their numbers are counted, for a number on the wall says how many there are. */
async function countsOf(
  ask: ViewAsk,
  count: GroupBoard['count'],
  where: NonNullable<RowsWanted['where']>,
): Promise<NonNullable<GroupedRecords['counts']>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { field: key, keys } of count) {
    const by = ask.model.field.get(key);
    if (by === undefined || !ask.sees(by)) continue;
    const found = await ask.grouped({ by, keys, where, most: 0 });
    counts[key] = Object.fromEntries(keys.map((value, index) => [value, found[index]?.total ?? 0]));
  }
  return counts;
}
