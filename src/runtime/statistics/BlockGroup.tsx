import { useMemo } from 'react';
import { type FilterPlan, filterQuery } from '../../compile/columns/compile-filters.ts';
import { clauses } from '../../core/text/punctuate.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { filterText } from '../list/filter-text.ts';
import type { ListState } from '../list/list-address.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { runtimeText } from '../text.ts';
import { BlockPanel, type BlockPlace } from './BlockPanel.tsx';
import { useBlocks } from './useBlocks.ts';
import { useFigureLinks } from './useFigureLinks.ts';
import { WaitingBlocks } from './WaitingBlocks.tsx';
import './statistics.css';

type Narrowing = Pick<ListState, 'filters' | 'matches' | 'keyword'>;

/** The query of a place's statistics. */
export function blocksQuery(plans: readonly FilterPlan[], { filters, matches, keyword }: Narrowing) {
  return { ...filterQuery(plans, filters, matches), ...(keyword === '' ? {} : { keyword }) };
}

/** Filters in words, as their chips say them. */
export function saidFilters(page: EntityPageModel, { filters, matches, keyword }: Narrowing): string {
  const said = page.filters.map((plan) => filterText(page, plan, filters[plan.key], matches[plan.key]));
  const searched = keyword === '' ? undefined : runtimeText('list.keyword', { value: keyword });
  return clauses([searched, ...said].filter((text) => text !== undefined));
}

interface BlockGroupProps {
  /** Page whose rights apply. */
  readonly page: EntityPageModel;
  readonly keys: readonly string[];
  readonly narrowing: Narrowing;
  readonly changes: number;
}

/** Small blocks beside each other, above a list or on the page of a record. */
export function BlockGroup({ page, keys, narrowing, changes }: BlockGroupProps) {
  const query = blocksQuery(page.filters, narrowing);
  const read = useBlocks(page, query, changes, keys);
  const links = useFigureLinks(page, narrowing);
  const said = saidFilters(page, narrowing);
  const shown = useMemo(
    () => keys.flatMap((key) => read.blocks?.find((block) => block.key === key) ?? []),
    [keys, read.blocks],
  );
  const place: BlockPlace = { page, links, query, said, small: true };
  if (read.error !== undefined) {
    return <ErrorState title={runtimeText('statistics.failed')} message={read.error} onRetry={read.retry} />;
  }
  return (
    <LoadingDelay loading={read.blocks === undefined} skeleton={<WaitingBlocks keys={keys} />}>
      <div className="anlan-blocks" aria-busy={read.loading}>
        {shown.map((block) => (
          <BlockPanel key={block.key} block={block} place={place} />
        ))}
      </div>
    </LoadingDelay>
  );
}
