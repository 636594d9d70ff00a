import { FullscreenExitOutlined, FullscreenOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { subscribeEvents } from '../../../api/events.ts';
import { permittedActions } from '../../../compile/toolbar/compile-toolbar.ts';
import { useActions } from '../../../runtime/actions/ActionsProvider.tsx';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { FilterBar, FilterChips } from '../../../runtime/list/FilterBar.tsx';
import { QuickSearch } from '../../../runtime/list/QuickSearch.tsx';
import { type ListController, useListController } from '../../../runtime/list/useListController.ts';
import { ActionToolbar } from '../../../ui/ActionToolbar.tsx';
import { AddOnPhone } from '../../../ui/AddOnPhone.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { BoardAlarms, BoardCounts } from './BoardCounts.tsx';
import { boardAreas, countBy, isInWork, MOST_TICKETS, WORK_STATES } from './board-model.ts';
import { boardText } from './board-text.ts';
import { TicketCard } from './TicketCard.tsx';
import { useServerClock } from './useServerClock.ts';
import '../../../runtime/list/list.css';
import './board.css';

/** Milliseconds after which the board reads again even where no event came. */
const POLL = 60_000;
const WALL = '_wall';

type Query = Readonly<Record<string, string | number>>;

// Those that run out first come first, and the usual states where the person chose none.
function adapt(query: Query): Query {
  return { status: WORK_STATES.join(','), orderBy: 'planEndTime', ...query, current: 1, size: MOST_TICKETS };
}

/** Tickets in work by area, with what is left of each; it moves by itself. */
export function TicketBoard() {
  const { page, can, changed } = useEntityPage();
  const { run, busy } = useActions();
  const list = useListController({ adapt });
  const phone = useIsPhone();
  const [search, setSearch] = useSearchParams();
  const wall = search.get(WALL) === '1';
  const board = useRef<HTMLDivElement>(null);
  const again = useRef(changed);
  again.current = changed;

  const showWall = useCallback(
    (on: boolean) => {
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (on) next.set(WALL, '1');
          else next.delete(WALL);
          return next;
        },
        { replace: true },
      );
      // Where the browser refuses, the board still fills its window.
      if (on) document.documentElement.requestFullscreen?.().catch(() => {});
      else if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
    },
    [setSearch],
  );

  useEffect(() => {
    const entity = page.model.key;
    const end = subscribeEvents(
      ({ topic, entityKey }) => {
        if (topic === 'open' || (topic === 'entity' && entityKey === entity)) again.current();
      },
      { entities: [entity] },
    );
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible') again.current();
    }, POLL);
    return () => {
      end();
      clearInterval(poll);
    };
  }, [page.model.key]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, [contenteditable="true"], [role="dialog"]') !== null) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'f' || event.key === 'F') showWall(!wall);
      else if (event.key === 'Escape' && wall) showWall(false);
      else moveFocus(event, board.current);
    };
    const left = () => {
      if (document.fullscreenElement === null && wall) showWall(false);
    };
    window.addEventListener('keydown', press);
    document.addEventListener('fullscreenchange', left);
    return () => {
      window.removeEventListener('keydown', press);
      document.removeEventListener('fullscreenchange', left);
    };
  }, [wall, showWall]);

  const toolbar = permittedActions(page.toolbar.toolbar, can);
  const add = toolbar.find((plan) => plan.kind === 'add');
  return (
    <div ref={board} className={wall ? 'anlan-board anlan-board-wall' : 'anlan-board'}>
      <PageHeader
        title={page.page.title}
        tags={<Clock />}
        actions={
          <>
            <div className="anlan-list-tools">
              {!wall && <QuickSearch value={list.state.keyword} onSearch={list.setKeyword} />}
              {phone && !wall && <FilterBar list={list} />}
              <Button
                type="text"
                icon={<ReloadOutlined spin={list.loading} />}
                aria-label={boardText('board.refresh')}
                title={boardText('board.refresh')}
                onClick={list.refresh}
              />
              {!phone && (
                <Button
                  type="text"
                  icon={wall ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
                  aria-label={boardText(wall ? 'board.unwall' : 'board.wall')}
                  title={boardText(wall ? 'board.unwall' : 'board.wall')}
                  onClick={() => showWall(!wall)}
                />
              )}
            </div>
            {!wall && (
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
            )}
          </>
        }
      />
      <PageContainer>
        {!phone && !wall && <FilterBar list={list} />}
        {!wall && <FilterChips list={list} />}
        <Body list={list} wall={wall} />
      </PageContainer>
      {phone && !wall && add && <AddOnPhone title={add.title} onClick={() => run(add, [])} />}
    </div>
  );
}

/** The server's clock, by which the countdowns go. */
function Clock() {
  const { page } = useEntityPage();
  const now = useServerClock(page.metadata.timeZone);
  return (
    <time className="anlan-board-clock" title={boardText('board.clock')}>
      {now.slice(11)}
    </time>
  );
}

/** The board, or why there is none; what was read before stays beside a failure. */
function Body({ list, wall }: { list: ListController; wall: boolean }) {
  const { page } = useEntityPage();
  if (list.forbidden) return <EmptyState reason="forbidden" title={page.page.title} />;
  const failure = list.error !== undefined && (
    <ErrorState title={boardText('board.failed')} message={list.error} onRetry={list.refresh} />
  );
  return (
    <>
      {failure}
      {(list.records !== undefined || !failure) && (
        <LoadingDelay loading={list.records === undefined} rows={8}>
          <Areas list={list} wall={wall} />
        </LoadingDelay>
      )}
    </>
  );
}

function Areas({ list, wall }: { list: ListController; wall: boolean }) {
  const { page } = useEntityPage();
  const now = useServerClock(page.metadata.timeZone);
  const shown = useMemo(() => (list.records ?? []).filter(isInWork), [list.records]);
  const areas = useMemo(() => boardAreas(shown, now), [shown, now]);
  const types = useMemo(() => countBy(shown, 'type'), [shown]);
  const states = useMemo(() => countBy(shown, 'status'), [shown]);
  const nearest = areas.flatMap(({ tickets }) => tickets.map(({ dues }) => dues[0]?.urgency));
  const choicesOf = (key: string) => {
    const field = page.model.field.get(key);
    return (field && page.choices(field)) ?? [];
  };
  const chosen = (key: string): readonly string[] => {
    const choice = list.state.filters[key];
    return choice === undefined ? [] : typeof choice === 'string' ? choice.split(',') : choice;
  };
  const choose = (key: string) => (keys: readonly string[]) =>
    list.setFilter(key, keys.length === 0 ? undefined : keys);
  const stateChoices = Object.values(page.model.states).map(({ key, title }) => ({ key, title }));
  return (
    <>
      <div className="anlan-board-summary">
        <strong className="anlan-board-total">{boardText('board.total', { count: shown.length })}</strong>
        <BoardAlarms
          past={nearest.filter((urgency) => urgency === 'past').length}
          soon={nearest.filter((urgency) => urgency === 'soon').length}
        />
        <BoardCounts
          title={boardText('board.states')}
          field="status"
          choices={stateChoices}
          counts={states}
          chosen={chosen('status')}
          onChoose={choose('status')}
        />
        <BoardCounts
          title={boardText('board.types')}
          field="type"
          choices={choicesOf('type')}
          counts={types}
          chosen={chosen('type')}
          onChoose={choose('type')}
        />
      </div>
      {list.total > MOST_TICKETS && (
        <Alert
          showIcon
          type="info"
          title={boardText('board.limited', { total: list.total, shown: MOST_TICKETS })}
          style={{ marginBottom: 12 }}
        />
      )}
      {areas.length === 0 ? (
        <EmptyState
          reason={list.narrowed ? 'noMatch' : 'none'}
          title={boardText(list.narrowed ? 'board.noMatch' : 'board.empty')}
          description={list.narrowed ? undefined : boardText('board.empty.hint')}
          action={list.narrowed && <Button onClick={list.clear}>{boardText('board.clear')}</Button>}
        />
      ) : (
        <div className="anlan-board-areas">
          {areas.map((area) => (
            <section key={area.key} className="anlan-board-area">
              <h2>
                {boardText('board.area', { area: area.title || boardText('board.noArea'), count: area.tickets.length })}
              </h2>
              <ul className="anlan-board-cards">
                {area.tickets.map((ticket) => (
                  <TicketCard key={ticket.record.id} ticket={ticket} acts={!wall} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  );
}

const STEPS: Readonly<Record<string, number | undefined>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys go from ticket to ticket while one has the focus. */
function moveFocus(event: KeyboardEvent, board: HTMLElement | null): void {
  const step = STEPS[event.key];
  const here = (event.target as HTMLElement).closest('.anlan-ticket-no');
  if (step === undefined || here === null || board === null) return;
  const links = [...board.querySelectorAll<HTMLElement>('.anlan-ticket-no')];
  const next = links[links.indexOf(here as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
