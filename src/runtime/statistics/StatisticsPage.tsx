import { Tabs } from 'antd';
import { useCallback, useMemo, useRef } from 'react';
import type { StatisticsBlock } from '../../core/wire/statistics.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePurpose } from '../../ui/usePurpose.ts';
import { useEntityPage } from '../EntityContext.ts';
import { FilterBar, FilterChips, type FilterControl } from '../list/FilterBar.tsx';
import { formatListState, isNarrowed, type ListState, parseListState } from '../list/list-address.ts';
import { runtimeText } from '../text.ts';
import { usePageAddress } from '../usePageAddress.ts';
import { blocksQuery, saidFilters } from './BlockGroup.tsx';
import { BlockPanel, type BlockPlace } from './BlockPanel.tsx';
import { useBlocks } from './useBlocks.ts';
import { useFigureLinks } from './useFigureLinks.ts';
import '../list/list.css';
import './statistics.css';

const BLOCK = '_block';

/** The statistics blocks of an entity: filters above, a tab for each block. */
export function StatisticsPage() {
  const { page, changes } = useEntityPage();
  const [search, setSearch] = usePageAddress();
  const purpose = usePurpose(page.page.code, page.page.purpose);
  const control = useFilterAddress();
  const { filters, matches } = control.state;
  const narrowing = useMemo(() => ({ filters, matches, keyword: '' }), [filters, matches]);
  const query = blocksQuery(page.filters, narrowing);
  const keys = page.metadata.entity.statistics?.pages?.[page.page.code];
  const read = useBlocks(page, query, changes, keys);
  const links = useFigureLinks(page, narrowing);
  const blocks = inOrder(read.blocks ?? [], keys);
  const place: BlockPlace = { page, links, query, said: saidFilters(page, narrowing), small: false };

  return (
    <>
      <PageHeader title={page.page.title} purpose={purpose} />
      <PageContainer>
        <FilterBar list={control} />
        <FilterChips list={control} />
        {read.error !== undefined ? (
          <ErrorState title={runtimeText('statistics.failed')} message={read.error} onRetry={read.retry} />
        ) : (
          <LoadingDelay loading={read.blocks === undefined} rows={8}>
            <Tabs
              activeKey={search.get(BLOCK) ?? blocks[0]?.key ?? ''}
              onChange={(key) => setSearch(withParameter(search, BLOCK, key), { replace: true })}
              items={blocks.map((block) => ({
                key: block.key,
                label: block.title,
                children: <BlockPanel block={block} place={place} />,
              }))}
            />
          </LoadingDelay>
        )}
      </PageContainer>
    </>
  );
}

/** The blocks in the order in which the page names them. */
function inOrder(blocks: readonly StatisticsBlock[], keys: readonly string[] | undefined): readonly StatisticsBlock[] {
  return keys === undefined ? blocks : keys.flatMap((key) => blocks.find((block) => block.key === key) ?? []);
}

function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set(name, value);
  return next;
}

/** What the filters of the page say, kept in the address. */
function useFilterAddress(): FilterControl {
  const { page } = useEntityPage();
  const [search, setSearch] = usePageAddress();
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
