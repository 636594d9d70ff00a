import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { permittedActions } from '../../compile/toolbar/compile-toolbar.ts';
import { ActionToolbar } from '../../ui/ActionToolbar.tsx';
import { AddOnPhone } from '../../ui/AddOnPhone.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useActions } from '../actions/ActionsProvider.tsx';
import { RecalculationOffer } from '../actions/Recalculation.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { useAwaiting } from '../flow/AwaitingProvider.tsx';
import { flowText } from '../flow/text.ts';
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
import { QuickSearch } from './QuickSearch.tsx';
import { RecordCards } from './RecordCards.tsx';
import { RecordPreview } from './RecordPreview.tsx';
import { RecordTable } from './RecordTable.tsx';
import { useListText } from './text.ts';
import { useFreshness } from './useFreshness.ts';
import { useListColumns } from './useListColumns.ts';
import { flatten, type ListController, useListController } from './useListController.ts';
import { ViewMenu } from './ViewMenu.tsx';
import { ViewSwitch } from './ViewSwitch.tsx';
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
  const { run, busy } = useActions();
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
  const text = useListText();
  const toolbar = permittedActions(page.toolbar.toolbar, can);
  const rowActions = permittedActions(page.toolbar.row, can);
  const batch = permittedActions(page.toolbar.batch, can);
  const purpose = usePurpose(page.page.code, page.page.purpose);
  const add = toolbar.find((plan) => plan.kind === 'add');
  const selectable = batch.length > 0 && !phone;

  return (
    <>
      <PageHeader
        title={page.page.title}
        purpose={purpose}
        actions={
          <>
            <div className="anlan-list-tools">
              <ViewSwitch />
              <QuickSearch value={list.state.keyword} onSearch={list.setKeyword} />
              {phone && <FilterBar list={list} />}
              <Button
                type="text"
                icon={<ReloadOutlined spin={list.loading} />}
                aria-label={runtimeText('list.refresh')}
                title={runtimeText('list.refresh')}
                onClick={list.refresh}
              />
              <GroupChooser list={list} />
              {!phone && <ColumnChooser columns={columns} />}
              <ViewMenu columns={columns} />
            </div>
            <ActionToolbar
              actions={toolbar
                // A phone adds by its own button.
                .filter((plan) => !phone || plan !== add)
                .map((plan, index) => ({
                  key: plan.key,
                  label: plan.title,
                  primary: index === 0 && plan.kind !== 'import' && plan.kind !== 'export',
                  danger: plan.danger,
                  loading: busy(plan) || sheet.busy(plan),
                  onClick: () => sheet.start(plan) || run(plan, []),
                }))}
            />
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
            <FilterChips list={list} />
            <ListStatistics list={list} />
            <GroupBar list={list} />
            {count > 0 && (
              <div className="anlan-fresh" role="status">
                {text('fresh.changed', { count })}
                <Button type="link" size="small" onClick={list.refresh}>
                  {text('fresh.show')}
                </Button>
              </div>
            )}
            {selectable && <BatchBar list={list} plans={batch} />}
            <Body list={list}>
              {phone ? (
                <RecordCards
                  list={list}
                  columns={page.columns}
                  hasActions={rowActions.length > 0}
                  empty={<Empty list={list} />}
                />
              ) : (
                <RecordTable
                  list={list}
                  columns={columns}
                  selectable={selectable}
                  actions={rowActions}
                  fresh={fresh}
                  onPreview={setPreviewed}
                  empty={<Empty list={list} />}
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
      {sheet.dialog}
      {phone && add && <AddOnPhone title={add.title} onClick={() => run(add, [])} />}
    </>
  );
}

/** The records, or why they cannot be shown; what was read before stays beside a failure. */
function Body({ list, children }: { list: ListController; children: React.ReactNode }) {
  const { page } = useEntityPage();
  if (list.forbidden) {
    return <EmptyState reason="forbidden" title={runtimeText('page.forbidden', { title: page.page.title })} />;
  }
  if (list.error === undefined) return children;
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

/** Why a list is empty, and what to do next. */
function Empty({ list }: { list: ListController }) {
  const { page, can } = useEntityPage();
  const { run } = useActions();
  const { title } = page.model;
  if (list.approval === true && !list.narrowed) return <EmptyState title={flowText('list.mineEmpty')} />;
  if (list.narrowed) {
    return (
      <EmptyState
        reason="noMatch"
        title={runtimeText('list.noMatch', { title })}
        action={<Button onClick={list.clear}>{runtimeText('list.reset')}</Button>}
      />
    );
  }
  const add = permittedActions(page.toolbar.toolbar, can).find((plan) => plan.kind === 'add');
  // There may be records that do not belong on a page with a condition of its own. It may look at entities that are not
  // known here, so that the file is asked.
  const isPart = page.metadata.entity.pages?.[page.page.code]?.where !== undefined && add === undefined;
  const whole = add === undefined ? 'list.empty.readOnly' : 'list.empty.hint';
  return (
    <EmptyState
      title={runtimeText(isPart ? 'list.empty.part' : 'list.empty', { title })}
      description={runtimeText(isPart ? 'list.empty.partHint' : whole)}
      action={
        add && (
          <Button type="primary" onClick={() => run(add, [])}>
            {add.title}
          </Button>
        )
      }
    />
  );
}

/** The line of purpose, on the first visit of a page only. */
function usePurpose(code: string, purpose: string | undefined): string | undefined {
  const [shown] = useState(() => {
    const key = `anlan-visited/${code}`;
    try {
      const visited = localStorage.getItem(key) !== null;
      localStorage.setItem(key, '1');
      return !visited;
    } catch {
      return true;
    }
  });
  return shown ? purpose : undefined;
}
