import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
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
import { useEntityPage } from '../EntityContext.ts';
import { FilterBar, FilterChips } from '../list/FilterBar.tsx';
import { QuickSearch } from '../list/QuickSearch.tsx';
import { ViewSwitch } from '../list/ViewSwitch.tsx';
import { runtimeText } from '../text.ts';
import { useViewText } from './text.ts';
import type { ViewController } from './useView.ts';
import '../list/list.css';
import './view.css';

interface ViewFrameProps<Answer> {
  readonly view: ViewController<Answer>;
  /** What stands above the records: where one is in time, a note. Default nothing. */
  readonly tools?: ReactNode;
  /** Whether an answer has nothing to show, so that it is said why. */
  readonly isEmpty: (answer: Answer) => boolean;
  readonly children: (answer: Answer) => ReactNode;
}

/**
 * A page of a kind with a view of its own: title, search, filters and buttons as on the list, and below them what the kind
 * draws, or why there is nothing.
 */
export function ViewFrame<Answer>({ view, tools, isEmpty, children }: ViewFrameProps<Answer>) {
  const { page, can } = useEntityPage();
  const { run, busy } = useActions();
  const phone = useIsPhone();
  const text = useViewText();
  const { list } = view;
  // Sheets are made from the list, with its columns.
  const toolbar = permittedActions(page.toolbar.toolbar, can).filter(
    ({ kind }) => kind !== 'import' && kind !== 'export',
  );
  const add = toolbar.find((plan) => plan.kind === 'add');
  return (
    <>
      <PageHeader
        title={page.page.title}
        actions={
          <>
            <div className="anlan-list-tools">
              <ViewSwitch />
              <QuickSearch value={list.state.keyword} onSearch={list.setKeyword} />
              {phone && <FilterBar list={list} />}
              <Button
                type="text"
                icon={<ReloadOutlined spin={view.loading} />}
                aria-label={runtimeText('list.refresh')}
                title={runtimeText('list.refresh')}
                onClick={view.refresh}
              />
            </div>
            <ActionToolbar
              actions={toolbar
                .filter((plan) => !phone || plan !== add)
                .map((plan, index) => ({
                  key: plan.key,
                  label: plan.title,
                  primary: index === 0,
                  danger: plan.danger,
                  loading: busy(plan),
                  onClick: () => run(plan, []),
                }))}
            />
          </>
        }
      />
      <PageContainer>
        {!phone && <FilterBar list={list} />}
        <FilterChips list={list} />
        {tools !== undefined && <div className="anlan-view-tools">{tools}</div>}
        {view.stale && (
          <div className="anlan-fresh" role="status">
            {text('stale')}
            <Button type="link" size="small" onClick={view.refresh}>
              {text('stale.show')}
            </Button>
          </div>
        )}
        <Body view={view} isEmpty={isEmpty}>
          {children}
        </Body>
      </PageContainer>
      {phone && add && <AddOnPhone title={add.title} onClick={() => run(add, [])} />}
    </>
  );
}

/** What the kind draws, or why it cannot; what was read before stays beside a failure. */
function Body<Answer>({ view, isEmpty, children }: Pick<ViewFrameProps<Answer>, 'view' | 'isEmpty' | 'children'>) {
  const { answer, error, forbidden } = view;
  if (forbidden !== undefined) return <EmptyState reason="forbidden" title={forbidden} />;
  const failure = error !== undefined && (
    <ErrorState title={runtimeText('list.failed')} message={error} onRetry={view.refresh} />
  );
  if (answer === undefined) return failure || <LoadingDelay loading rows={8} />;
  return (
    <>
      {failure}
      <div aria-busy={view.loading}>{isEmpty(answer) ? <Empty view={view} /> : children(answer)}</div>
    </>
  );
}

/** Why there is nothing, and what to do next. */
function Empty<Answer>({ view: { list } }: { view: ViewController<Answer> }) {
  const { page, can } = useEntityPage();
  const { run } = useActions();
  const { title } = page.model;
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
  return (
    <EmptyState
      title={runtimeText('list.empty', { title })}
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
