import { Alert } from 'antd';
import { type KeyboardEvent, useMemo } from 'react';
import type { ViewAnswerOf } from '../../core/model/page-query.ts';
import { listed } from '../../core/text/punctuate.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import type { ListAddress } from '../../runtime/list/useListAddress.ts';
import { browserEnvironment } from '../../runtime/model/record-environment.ts';
import { useViewText } from '../../runtime/view/text.ts';
import { useServerClock } from '../../runtime/view/useServerClock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { BoardAlarms, BoardCounts } from './BoardCounts.tsx';
import type { GroupBoard } from './definition.ts';
import { GroupCard } from './GroupCard.tsx';
import { cardGroups, countBy } from './group-model.ts';
import type { query } from './query.ts';
import { useBoardText } from './text.ts';

interface GroupedBoardProps {
  readonly grouped: NonNullable<ViewAnswerOf<typeof query>['grouped']>;
  readonly settings: GroupBoard;
  readonly list: ListAddress;
  /** Whether cards show what the person may do with their record. */
  readonly acts: boolean;
}

/** Cards in groups, with what is left of each; numbers above them narrow the board. */
export function GroupedBoard({ grouped, settings, list, acts }: GroupedBoardProps) {
  const { page, me } = useEntityPage();
  const text = useBoardText();
  const view = useViewText();
  const now = useServerClock(page.metadata.timeZone);
  const { records, total, totalCapped } = grouped;
  const counts = (field: string): ReadonlyMap<string, number> =>
    grouped.counts === undefined ? countBy(records, field) : new Map(Object.entries(grouped.counts[field] ?? {}));
  const environment = useMemo(() => browserEnvironment(page, me), [page, me]);
  const groups = useMemo(
    () => cardGroups(page, settings, records, { now, environment }),
    [page, settings, records, now, environment],
  );
  const urgencies = groups.flatMap(({ cards }) => cards.map(({ countdowns }) => countdowns[0]?.urgency));
  const states = settings.states.map((key) => page.model.states[key]?.title ?? key);
  return (
    <>
      <div className="anlan-kb-summary">
        <strong className="anlan-kb-total">
          {text(totalCapped ? 'group.total.capped' : 'group.total', { title: page.model.title, count: total })}
        </strong>
        <BoardAlarms
          past={urgencies.filter((urgency) => urgency === 'past').length}
          near={urgencies.filter((urgency) => urgency === 'soon').length}
          soon={settings.soon}
        />
        {settings.count.map(({ field }) => (
          <BoardCounts key={field} field={field} counts={counts(field)} list={list} />
        ))}
      </div>
      {total > records.length && (
        <Alert
          showIcon
          type="info"
          className="anlan-view-note"
          title={text('group.limited', { total, shown: records.length })}
        />
      )}
      {groups.length === 0 && (
        <EmptyState title={text('group.none', { states: listed(states) })} description={text('group.none.hint')} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: links take the focus, arrows lead from one to the next */}
      <div className="anlan-kb-groups" onKeyDown={moveFocus}>
        {groups.map(({ key, title, cards }) => (
          <section key={key} className="anlan-kb-group">
            <h2>{text('group.title', { name: title === '' ? view('blank') : title, count: cards.length })}</h2>
            <ul className="anlan-kb-papers">
              {cards.map((card) => (
                <GroupCard key={card.record.id} card={card} settings={settings} acts={acts} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

const STEPS: Readonly<Record<string, number | undefined>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys go from card to card while the name of one has the focus. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const here = (event.target as HTMLElement).closest('.anlan-kb-paper .anlan-open');
  if (step === undefined || here === null) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.anlan-kb-paper .anlan-open')];
  const next = links[links.indexOf(here as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
