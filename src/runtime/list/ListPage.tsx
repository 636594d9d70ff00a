import { Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { permittedActions } from '../../compile/toolbar/compile-toolbar.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { RecalculationOffer } from '../actions/Recalculation.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { useAwaiting } from '../flow/AwaitingProvider.tsx';
import { useSpreadsheet } from '../spreadsheet/useSpreadsheet.tsx';
import { ListStatistics } from '../statistics/ListStatistics.tsx';
import { runtimeText } from '../text.ts';
import { AwaitingList } from './awaiting/AwaitingList.tsx';
import { ListTabs } from './awaiting/ListTabs.tsx';
import { useAwaitingTab } from './awaiting/useAwaiting.ts';
import { BatchBar } from './BatchBar.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { FilterBar, FilterChips } from './FilterBar.tsx';
import { GroupBar, GroupChooser } from './GroupBar.tsx';
import { HeightChooser } from './HeightChooser.tsx';
import { LiveBar } from './live/LiveBar.tsx';
import { useLiveList } from './live/useLiveList.ts';
import { NoRecords } from './NoRecords.tsx';
import { RecordCards } from './RecordCards.tsx';
import { RecordPreview } from './RecordPreview.tsx';
import { RecordsFoot, RecordsHead } from './RecordsHead.tsx';
import { RecordTable } from './RecordTable.tsx';
import { useListText } from './text.ts';
import { matchText } from './total-text.ts';
import { useFreshness } from './useFreshness.ts';
import { useListColumns } from './useListColumns.ts';
import { flatten, type ListController, useListController } from './useListController.ts';
import { ViewMenu } from './ViewMenu.tsx';
import './list.css';

/**
 * The list of a page. Its title is drawn first, so that the call for records goes out at once, and what takes long to
 * draw is drawn while the server looks.
 */
export function ListPage() {
  const { page } = useEntityPage();
  const list = useListController();
  const drawn = useDeferredValue(true, false);
  return drawn ? <ListScreen list={list} /> : <PageHeader title={page.page.title} />;
}

function ListScreen({ list }: { list: ListController }) {
  const { page, can } = useEntityPage();
  const phone = useIsPhone();
  const { tasks } = useAwaiting();
  const columns = useListColumns(page.page.code, page.columns);
  const { count, fresh } = useFreshness(list);
  const tab = useAwaitingTab(list);
  const sheet = useSpreadsheet(
    list,
    columns.shown.map(({ key }) => key),
  );
  const [previewed, setPreviewed] = useState<string>();
  const live = useLiveList(list, count, previewed !== undefined);
  const text = useListText();
  const rowActions = permittedActions(page.toolbar.row, can);
  const batch = permittedActions(page.toolbar.batch, can);
  const selectable = batch.length > 0 && !phone;

  return (
    <>
      <RecordsHead
        list={list}
        loading={list.loading}
        onRefresh={list.refresh}
        sheet={sheet}
        tools={
          <>
            <GroupChooser list={list} />
            {!phone && <ColumnChooser columns={columns} />}
            {!phone && <HeightChooser />}
            <ViewMenu columns={columns} />
          </>
        }
      />
      <PageContainer>
        <RecalculationOffer />
        <ListTabs list={list} tab={tab} awaited={tasks?.size ?? 0} />
        {tab?.shown === undefined && tab !== undefined ? (
          <LoadingDelay loading rows={8} />
        ) : tab !== undefined && tab.shown !== 'records' ? (
          <AwaitingList tab={tab} />
        ) : (
          <>
            {!phone && <FilterBar list={list} />}
            <FilterChips
              list={list}
              found={list.records === undefined || list.error !== undefined ? undefined : matchText(list)}
            />
            <ListStatistics list={list} />
            <GroupBar list={list} />
            <LiveBar list={list} live={live} />
            {count > 0 && (
              <div className="anlan-fresh" role="status">
                {text('fresh.changed', { count })}
                <Button type="link" size="small" onClick={list.refresh}>
                  {text('fresh.show')}
                </Button>
              </div>
            )}
            {selectable && <BatchBar list={list} plans={batch} />}
            <Body list={list} hold={live?.hold}>
              {phone ? (
                <RecordCards
                  list={list}
                  columns={page.columns}
                  hasActions={rowActions.length > 0}
                  empty={<NoRecords list={list} approval={list.approval} />}
                />
              ) : (
                <RecordTable
                  list={list}
                  columns={columns}
                  selectable={selectable}
                  actions={rowActions}
                  fresh={fresh}
                  onPreview={setPreviewed}
                  onAnswer={live?.answer}
                  empty={<NoRecords list={list} approval={list.approval} />}
                />
              )}
            </Body>
          </>
        )}
      </PageContainer>
      {!phone && (
        <RecordPreview
          records={flatten(list.records ?? [])}
          id={previewed}
          onMove={setPreviewed}
          onClose={() => setPreviewed(undefined)}
        />
      )}
      <RecordsFoot sheet={sheet} />
    </>
  );
}

interface BodyProps {
  readonly list: ListController;
  /** Told whether a pointer is over the rows; undefined where they never move by themselves. */
  readonly hold: ((isOver: boolean) => void) | undefined;
  readonly children: React.ReactNode;
}

/** The records, or why they cannot be shown; what was read before stays beside a failure. */
function Body({ list, hold, children }: BodyProps) {
  const { page } = useEntityPage();
  if (list.forbidden) {
    return <EmptyState reason="forbidden" title={runtimeText('page.forbidden', { title: page.page.title })} />;
  }
  if (list.error === undefined) {
    if (hold === undefined) return children;
    return (
      <div className="anlan-live-rows" onPointerEnter={() => hold(true)} onPointerLeave={() => hold(false)}>
        {children}
      </div>
    );
  }
  const failure = <ErrorState title={runtimeText('list.failed')} message={list.error} onRetry={list.refresh} />;
  return list.records === undefined ? (
    failure
  ) : (
    <>
      {failure}
      {children}
    </>
  );
}
