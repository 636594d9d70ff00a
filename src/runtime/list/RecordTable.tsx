import { Table, type TableColumnType } from 'antd';
import { type ComponentRef, useCallback, useMemo, useRef } from 'react';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { type ActionPlan, recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import { countText } from '../../core/amount/number-text.ts';
import { textWidth } from '../../core/text/text-width.ts';
import { ROW_BUTTON_EDGES, splitRowActions } from '../../ui/ActionToolbar.tsx';
import { useSlow } from '../../ui/LoadingDelay.tsx';
import { usePrinting } from '../../ui/look/usePrinting.ts';
import { RecordActions } from '../actions/RecordActions.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { useAwaiting } from '../flow/AwaitingProvider.tsx';
import { flowText } from '../flow/text.ts';
import { recordName } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { type FittedColumn, fitColumns } from './column-widths.ts';
import { pageSizes, parseSort } from './list-address.ts';
import { RecordCell } from './RecordCell.tsx';
import { ResizeHandle, useColumnResize } from './ResizeHandle.tsx';
import { TotalsLine } from './TotalsLine.tsx';
import { bodyHeight } from './table-room.ts';
import { totalText } from './total-text.ts';
import { useKeptScroll } from './useKeptScroll.ts';
import type { ListColumns } from './useListColumns.ts';
import { flatten, type ListController, type ListRecord } from './useListController.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useSorting } from './useSorting.ts';
import { useTableRoom, useTakenRoom } from './useTableRoom.ts';
import { useTableWidth } from './useTableWidth.ts';
import { useTotals } from './useTotals.ts';
import { WaitingRows } from './Waiting.tsx';

type TableRef = ComponentRef<typeof Table>;

const SELECTION_WIDTH = 48;
/** Buttons that most rows have; while they are on their way as much room is kept. */
const WAITING_ACTIONS = 2;
/** Rows above which a tree does not start wholly unfolded. */
const OPEN_ROWS = 60;
/** Rows above which only those in sight are drawn. */
const VIRTUAL_ROWS = 50;

interface RecordTableProps {
  readonly list: ListController;
  readonly columns: ListColumns;
  readonly selectable: boolean;
  /** Buttons that rows can have; none draws no column of actions. */
  readonly actions: readonly ActionPlan[];
  /** Rows that others added or changed just now. */
  readonly fresh: ReadonlySet<string>;
  /** Opens the look at a row beside the list. */
  readonly onPreview: (id: string) => void;
  /** Answers a row by key; undefined where nobody sits before the list. */
  readonly onAnswer: ((record: ListRecord) => void) | undefined;
  readonly empty: React.ReactNode;
}

/**
 * Records as rows: head and first column stay. The body is at most 500 px high, or as high as the window allows: a page of
 * it holds what stands there whole, and more rows are scrolled to, again whole ones.
 */
export function RecordTable({
  list,
  columns,
  selectable,
  actions,
  fresh,
  onPreview,
  onAnswer,
  empty,
}: RecordTableProps) {
  const { page } = useEntityPage();
  const waiting = list.records === undefined;
  const slow = useSlow(list.loading && !waiting);
  const { sort } = list.state;
  const { tasks } = useAwaiting();
  const { shown } = columns;
  const sums = useTotals(list, shown);
  // On paper a table scrolls nowhere: it is drawn whole, and its head is repeated on each sheet.
  const printing = usePrinting();
  const table = useRef<TableRef>(null);
  const frame = useRef<HTMLDivElement>(null);
  const resize = useColumnResize(columns);
  const room = useTableRoom(page.page.code);
  const { width: across, bar } = useTableWidth(frame);
  const sorting = useSorting(list, page.page.sort);
  const onRow = useRowKeys(list, selectable, onPreview, onAnswer);
  useKeptScroll(table, !waiting);
  useTakenRoom(
    page.page.code,
    !waiting && !printing && list.total > 0,
    useCallback(() => frame.current ?? undefined, []),
  );
  const actionWidth = useMemo(
    () =>
      actions.length === 0
        ? 0
        : widthOfActions(
            list.records === undefined
              ? [actions.slice(0, WAITING_ACTIONS).map((plan) => plan.title)]
              : flatten(list.records).map((record) => [
                  ...(tasks?.get(record.id)?.taskId ? [flowText('list.decide')] : []),
                  ...recordActions(actions, record.abilities).map((plan) => plan.title),
                ]),
          ),
    [actions, list.records, tasks],
  );

  const rows: readonly ListRecord[] = list.records ?? [];
  const count = list.tree ? flatten(rows).length : list.state.size;
  // What fits whole needs no bar of its own; a page that scrolls within the page would be one bar inside another.
  const scrolls = count > room.rows;
  const beside = actionWidth + (selectable ? SELECTION_WIDTH : 0);
  const widths = useMemo(() => {
    const set = new Set(columns.choices.flatMap(({ key, width }) => (width === undefined ? [] : [key])));
    const fitted = shown.map(
      (column): FittedColumn => ({
        width: resize.widthOf(column),
        isName: column.opens && TEXTS.has(column.type),
        isText: TEXTS.has(column.type),
        isSet: set.has(column.key) || resize.isDragged(column),
        isLast: column.fixed === 'right',
      }),
    );
    // On paper and before it is measured, columns are as wide as they ask to be.
    if (printing || across === 0) return fitted.map(({ width }) => width);
    return fitColumns(fitted, across - beside - (scrolls ? bar : 0));
  }, [shown, columns.choices, resize, printing, across, bar, beside, scrolls]);

  const drawn = useMemo(() => {
    const plans = shown.map((column, index): TableColumnType<ListRecord> => {
      return {
        key: column.key,
        dataIndex: column.key,
        title: (
          <>
            {column.title}
            {rankOf(column.key, sort)}
            <ResizeHandle column={column} onDrag={resize.onDrag} onDrop={resize.onDrop} />
          </>
        ),
        width: widths[index] ?? column.width,
        align: column.align,
        className: classOf(column),
        ellipsis: { showTitle: false },
        ...(column.fixed === undefined ? {} : { fixed: column.fixed }),
        ...(column.sortable ? sorting.column(column.key, index) : {}),
        render: (_: unknown, record: ListRecord) => (
          <RecordCell column={column} record={record} onPreview={column.opens ? onPreview : undefined} />
        ),
      };
    });
    if (actionWidth === 0 || printing) return plans;
    return [
      ...plans,
      {
        key: '_actions',
        title: runtimeText('list.actions'),
        width: actionWidth,
        fixed: 'right' as const,
        render: (_: unknown, record: ListRecord) => <RecordActions record={record} variant="link" />,
      },
    ];
  }, [shown, sort, sorting, resize, widths, actionWidth, onPreview, printing]);

  const width = widths.reduce((sum, one) => sum + one, 0) + beside;
  const sideways = across > 0 && width > across - (scrolls ? bar : 0);
  const high = bodyHeight(room.rows, room.row, sideways ? bar : 0);
  return (
    <div ref={frame}>
      <Table<ListRecord>
        // A body that scrolls is another one than a whole one.
        key={`${scrolls ? 'scrolls' : 'whole'} ${list.tree ? (waiting ? 'waiting' : 'tree') : ''}`}
        ref={table}
        className={waiting ? `anlan-table anlan-table-waiting${list.tree ? '' : ' anlan-table-paged'}` : 'anlan-table'}
        rowKey="id"
        columns={drawn}
        dataSource={[...rows]}
        aria-busy={list.loading}
        loading={slow}
        virtual={!printing && flatten(rows).length > VIRTUAL_ROWS}
        {...(printing ? {} : { scroll: { x: width, ...(scrolls && (waiting || rows.length > 0) ? { y: high } : {}) } })}
        locale={{ emptyText: waiting ? <WaitingRows height={room.rows * room.row} /> : empty }}
        {...(sums === undefined || rows.length === 0
          ? {}
          : {
              summary: () => (
                <TotalsLine
                  columns={shown}
                  sums={sums}
                  count={list.totalCapped ? undefined : countText(list.total)}
                  before={selectable && !printing ? 1 : 0}
                  hasActions={actionWidth > 0 && !printing}
                />
              ),
            })}
        rowClassName={(record) => (fresh.has(record.id) ? 'anlan-row-fresh' : '')}
        onRow={onRow}
        {...(list.tree ? { expandable: { defaultExpandedRowKeys: openKeys(list.records ?? []) } } : {})}
        {...(selectable && !printing
          ? {
              rowSelection: {
                columnWidth: SELECTION_WIDTH,
                fixed: true,
                checkStrictly: true,
                selectedRowKeys: [...list.selection],
                onChange: (keys: React.Key[]) => list.select(keys.map(String)),
                ...(waiting ? { hideSelectAll: true } : {}),
                getTitleCheckboxProps: () => ({ 'aria-label': runtimeText('list.selectRow', { name: '' }) }),
                getCheckboxProps: (record: ListRecord) => ({
                  'aria-label': runtimeText('list.selectRow', { name: recordName(page, record) }),
                }),
              },
            }
          : {})}
        pagination={
          list.tree || list.total === 0
            ? false
            : {
                current: list.state.current,
                pageSize: list.state.size,
                total: list.total,
                pageSizeOptions: [...pageSizes(room.rows)],
                showSizeChanger: list.total > room.rows,
                showTotal: () => totalText(list),
              }
        }
        onChange={(pagination, _filters, sorter, { action }) => {
          if (action === 'sort') sorting.change(sorter);
          else if (action === 'paginate') list.setPage(pagination.current ?? 1, pagination.pageSize ?? room.rows);
        }}
      />
    </div>
  );
}

/** Types whose values are texts of any length, for which more room is worth something. */
const TEXTS: ReadonlySet<string> = new Set(['input', 'textarea', 'reference', 'cascader', 'tree', 'orgSelect', 'geo']);

/** The name takes two lines of the row's height; what is a tag or a date stays on one. */
const classOf = ({ opens, align }: ColumnPlan): string => (opens && align === 'left' ? 'anlan-name' : '');

/** The place of a column among several that sort; one alone needs none. */
function rankOf(key: string, sort: string | undefined): React.ReactNode {
  const terms = parseSort(sort);
  const place = terms.findIndex((term) => term.key === key);
  return terms.length < 2 || place < 0 ? null : <span className="anlan-sort-rank">{place + 1}</span>;
}

/** Least pixels of the column of actions where a row has one: its title. */
const ACTIONS_WIDTH = 72;

/** Pixels that the column of actions takes where the rows have buttons of these titles; 0 where none has any. */
function widthOfActions(rows: readonly (readonly string[])[]): number {
  if (rows.every((titles) => titles.length === 0)) return 0;
  const widths = rows.map((titles) => {
    const { visible, folded } = splitRowActions(titles, textWidth);
    const shown = folded.length > 0 ? [...visible, MORE] : visible;
    return shown.reduce((sum, title) => sum + textWidth(title) + ROW_BUTTON_EDGES, 24);
  });
  return Math.max(ACTIONS_WIDTH, ...widths);
}

/** As wide as the button that opens the rest. */
const MORE = '更多　';

/** Rows of a tree that start unfolded: all of a small one, the first level where that stays in sight, else none. */
function openKeys(records: readonly ListRecord[]): string[] {
  const all = flatten(records);
  if (all.length <= OPEN_ROWS) return all.map((record) => record.id);
  const seen = records.reduce((sum, record) => sum + 1 + (record.children?.length ?? 0), 0);
  return seen <= OPEN_ROWS ? records.map((record) => record.id) : [];
}
