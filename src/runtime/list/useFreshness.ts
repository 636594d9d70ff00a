import { useEffect, useRef, useState } from 'react';
import { subscribeEvents } from '../../api/events.ts';
import { fetchRecords } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { useNewValues } from '../useNewValues.ts';
import { flatten, type ListController, pageQuery } from './useListController.ts';

/** Milliseconds in which changes of others are gathered before the list is looked at again. */
const GATHER = 2_000;

/** The same where somebody sits before the list. */
const GATHER_LIVE = 500;

interface Freshness {
  /** Rows that others added or changed since the list was read; 0 where what is shown is the newest. */
  readonly count: number;
  /** Ids of the rows that were new or changed when the list was read last. */
  readonly fresh: ReadonlySet<string>;
}

/**
 * Looks whether others changed what the list shows, without moving it under the reader's eyes: it says how many rows
 * would be new or different, and once they are taken over, which.
 */
export function useFreshness(list: ListController): Freshness {
  const { page } = useEntityPage();
  const isLive = page.page.live !== undefined;
  const [count, setCount] = useState(0);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { state, records, approval, tree, loading } = list;
  const shown = useRef<ReadonlyMap<string, number> | undefined>(undefined);
  const key = JSON.stringify(pageQuery(page, state));
  const seen = useRef(key);

  // What was read again under the same question is compared with what stood there.
  useEffect(() => {
    if (records === undefined || loading) return;
    const now = new Map(flatten(records).map((record) => [record.id, record.version]));
    const before = seen.current === key ? shown.current : undefined;
    setFresh(new Set(before === undefined ? [] : changedIds(before, now)));
    setCount(0);
    shown.current = now;
    seen.current = key;
  }, [records, loading, key]);

  const latest = useRef({ page, state });
  latest.current = { page, state };
  useNewValues(page.model, list.refresh);
  const watched = approval !== true && !tree && page.model.readings === undefined;
  useEffect(() => {
    if (!watched) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const { page: now, state: asked } = latest.current;
      const found = await fetchRecords(now.model, pageQuery(now, asked), { signal: control.signal, quiet: true });
      if (control.signal.aborted || shown.current === undefined || latest.current.state !== asked) return;
      const versions = new Map(found.records.map((record) => [record.id, record.version]));
      setCount(changedIds(shown.current, versions).length);
    };
    const end = subscribeEvents(
      ({ topic }) => {
        if (topic !== 'entity' || (document.hidden && !isLive)) return;
        clearTimeout(timer);
        // A failure here is nobody's business: the list itself tells of its own.
        timer = setTimeout(() => void look().catch(() => undefined), isLive ? GATHER_LIVE : GATHER);
      },
      { entities: [page.model.key], hidden: isLive },
    );
    return () => {
      control.abort();
      clearTimeout(timer);
      end();
    };
  }, [page.model.key, watched, isLive]);

  return { count, fresh };
}

/** Ids that are new or have another version. */
function changedIds(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  return [...now].filter(([id, version]) => before.get(id) !== version).map(([id]) => id);
}
