import { Table, Tabs } from 'antd';
import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { filterQuery } from '../../compile/columns/compile-filters.ts';
import type { StatisticsBlock, StatisticsColumn, StatisticsRow } from '../../core/wire/statistics.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { callOperation, operationOf } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { FilterBar, FilterChips, type FilterControl } from '../list/FilterBar.tsx';
import { formatListState, isNarrowed, type ListState, parseListState } from '../list/list-address.ts';
import { runtimeText } from '../text.ts';
import '../list/list.css';
import './statistics.css';

const BLOCK = '_block';

/** The statistics blocks of an entity: filters above, one table a block, its total in the last row. */
export function StatisticsPage() {
  const { page, changes } = useEntityPage();
  const [search, setSearch] = useSearchParams();
  const control = useFilterAddress();
  const filters = filterQuery(page.filters, control.state.filters, control.state.matches);
  const operation = operationOf(page.model, 'statistics');
  const read = useLoaded<{ blocks: readonly StatisticsBlock[] }>(
    operation === undefined ? undefined : `${page.page.code}/${JSON.stringify(filters)}/${changes}`,
    (signal) =>
      callOperation(page.model, operation ?? missing(), filters, { signal, quiet: true, page: page.page.code }),
  );
  const blocks = read.data?.blocks ?? [];

  return (
    <>
      <PageHeader title={page.page.title} purpose={page.page.purpose} />
      <PageContainer>
        <FilterBar list={control} />
        <FilterChips list={control} />
        {operation === undefined || read.error !== undefined ? (
          <ErrorState
            title={runtimeText('statistics.failed')}
            message={read.error ?? runtimeText('statistics.missing')}
            onRetry={read.retry}
          />
        ) : (
          <LoadingDelay loading={read.data === undefined} rows={8}>
            <Tabs
              activeKey={search.get(BLOCK) ?? blocks[0]?.key ?? ''}
              onChange={(key) => setSearch(withParameter(search, BLOCK, key), { replace: true })}
              items={blocks.map((block) => ({
                key: block.key,
                label: block.title,
                children: <BlockTable block={block} />,
              }))}
            />
          </LoadingDelay>
        )}
      </PageContainer>
    </>
  );
}

function missing(): never {
  throw new Error(runtimeText('statistics.missing'));
}

function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set(name, value);
  return next;
}

/** What the filters of the page say, kept in the address. */
function useFilterAddress(): FilterControl {
  const { page } = useEntityPage();
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => parseListState(search, page.filters), [search, page.filters]);
  const latest = useRef({ state, search });
  latest.current = { state, search };
  const change = useCallback(
    (next: Partial<ListState>) => {
      const merged = { ...latest.current.state, ...next };
      latest.current = { ...latest.current, state: merged };
      setSearch(formatListState(merged, page.filters, latest.current.search), { replace: true });
    },
    [setSearch, page.filters],
  );
  return {
    state,
    narrowed: isNarrowed(state),
    setFilter: useCallback(
      (key, choice) => change({ filters: { ...latest.current.state.filters, [key]: choice } }),
      [change],
    ),
    setMatch: useCallback(
      (key, match) => change({ matches: { ...latest.current.state.matches, [key]: match } }),
      [change],
    ),
    setKeyword: useCallback((keyword) => change({ keyword }), [change]),
    clear: useCallback(() => change({ keyword: '', filters: {}, matches: {} }), [change]),
  };
}

function figureText(value: number, column: StatisticsColumn): string {
  const text = value.toLocaleString('zh-CN', {
    minimumFractionDigits: column.scale,
    maximumFractionDigits: column.scale,
  });
  return column.unit === '%' ? `${text}%` : text;
}

/** Figures of a block without dimension, as tiles. */
function BlockFigures({ block }: { block: StatisticsBlock }) {
  return (
    <dl className="anlan-figures">
      {block.columns.map((column, index) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>
            {figureText(block.total[index] ?? 0, column)}
            {column.unit !== '' && column.unit !== '%' && <span>{column.unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BlockTable({ block }: { block: StatisticsBlock }) {
  if (block.dimension === undefined) return <BlockFigures block={block} />;
  if (block.rows.length === 0) return <EmptyState title={runtimeText('statistics.empty')} />;
  const largest = Math.max(...block.rows.map((row) => row.values[0] ?? 0), 1);
  return (
    <Table<StatisticsRow>
      className="anlan-statistics"
      size="small"
      rowKey={(row) => row.key ?? ''}
      dataSource={[...block.rows]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          title: block.dimension?.title ?? '',
          key: 'dimension',
          fixed: 'left',
          render: (_, row) => row.label,
        },
        ...block.columns.map((column, index) => ({
          title: column.unit === '' || column.unit === '%' ? column.title : `${column.title}（${column.unit}）`,
          key: column.key,
          align: 'right' as const,
          sorter: (left: StatisticsRow, right: StatisticsRow) => (left.values[index] ?? 0) - (right.values[index] ?? 0),
          render: (_: unknown, row: StatisticsRow) =>
            index === 0 ? (
              <Bar share={(row.values[0] ?? 0) / largest}>{figureText(row.values[0] ?? 0, column)}</Bar>
            ) : (
              figureText(row.values[index] ?? 0, column)
            ),
        })),
      ]}
      summary={() => (
        <Table.Summary.Row className="anlan-statistics-total">
          <Table.Summary.Cell index={0}>{runtimeText('statistics.total')}</Table.Summary.Cell>
          {block.columns.map((column, index) => (
            <Table.Summary.Cell key={column.key} index={index + 1} align="right">
              {figureText(block.total[index] ?? 0, column)}
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      )}
    />
  );
}

/** Pixels of the bar of the largest figure. */
const BAR_WIDTH = 70;

/** A figure with a bar behind it that shows its size beside the others. */
function Bar({ share, children }: { share: number; children: string }) {
  return (
    <span className="anlan-statistics-bar">
      <span className="anlan-statistics-fill" style={{ width: Math.round(share * BAR_WIDTH) }} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
