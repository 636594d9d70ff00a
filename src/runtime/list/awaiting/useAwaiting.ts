import { useEffect, useRef, useState } from 'react';
import { subscribeEvents } from '../../../api/events.ts';
import type { PageAwaiting } from '../../../core/wire/approval.ts';
import { type Loaded, useLoaded } from '../../../field-types/use-loaded.ts';
import { useEntityPage } from '../../EntityContext.ts';
import { fetchAwaiting } from '../../flow/flow-calls.ts';
import { usePageAddress } from '../../usePageAddress.ts';
import type { ListController } from '../useListController.ts';
import { type ListTab, TAB_PARAMETER, tabShown } from './awaiting-tab.ts';

/** Entries on a page of the tab. */
const SIZE = 20;
/** Milliseconds in which the events of one change are gathered. */
const GATHER = 300;

/** What waits in front of a list. */
export interface AwaitingTab {
  /** Undefined until it is known whether anything waits for the person. */
  readonly shown: ListTab | undefined;
  /** Shows a tab; of its own records those alone that wait for the person's vote where `votes`. */
  readonly show: (tab: ListTab, votes?: boolean) => void;
  readonly read: Loaded<PageAwaiting>;
  readonly current: number;
  readonly turn: (current: number) => void;
}

/** What waits for the steps of which the page is the working place, kept current; undefined where it is that of none. */
export function useAwaitingTab(list: ListController): AwaitingTab | undefined {
  const { page, changes } = useEntityPage();
  const { awaits, code } = page.page;
  const [search, setSearch] = usePageAddress();
  const [current, turn] = useState(1);
  const [round, setRound] = useState(0);
  const entity = awaits?.entity;
  useEffect(() => {
    if (entity === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = subscribeEvents(
      ({ topic }) => {
        if (topic !== 'tasks' && topic !== 'entity' && topic !== 'open') return;
        clearTimeout(timer);
        timer = setTimeout(() => setRound((count) => count + 1), GATHER);
      },
      { entities: [entity] },
    );
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [entity]);

  const { keyword, figure } = list.state;
  const chosen = search.get(TAB_PARAMETER);
  const whose = chosen === 'all' ? 'all' : 'mine';
  const query = { page: code, whose, current, size: SIZE, ...(keyword === '' ? {} : { keyword }) } as const;
  const key = `${JSON.stringify(query)} ${changes} ${round} ${list.attempt} ${page.metadata.revision}`;
  const read = useLoaded(awaits === undefined ? undefined : key, (signal) => fetchAwaiting(query, signal));

  // What was there at first stays: the tab does not change under the reader's eyes when the last of it is done.
  const first = useRef<ListTab | undefined>(undefined);
  const mine = read.error === undefined ? read.data?.mine : 0;
  // Whoever sits before a list sits before its records.
  const narrowed = list.narrowed || figure !== undefined || list.approval === true || page.page.live !== undefined;
  first.current ??= tabShown({ chosen: null, narrowed, mine });
  if (awaits === undefined) return undefined;
  return {
    shown: tabShown({ chosen, narrowed: false, mine: undefined }) ?? first.current,
    show: (tab, votes = false) => {
      const next = new URLSearchParams(search);
      if (votes) next.set('mode', 'approval');
      else next.delete('mode');
      next.set(TAB_PARAMETER, tab);
      turn(1);
      setSearch(next, { replace: true });
    },
    read,
    current,
    turn,
  };
}
