import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { subscribeEvents } from '../../api/events.ts';
import type { TaskEntry } from '../../core/wire/approval.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { useEntityPage } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { fetchTasks } from './flow-calls.ts';

/** Open tasks that are looked at; whoever has more works them off in the workflow centre. */
const MOST = 200;

/** The person's open tasks about records of the page's entity. */
interface Awaiting {
  /** Tasks by record; undefined until they are known. */
  readonly tasks: ReadonlyMap<string, TaskEntry> | undefined;
}

const NOTHING: Awaiting = { tasks: new Map() };

const AwaitingContext = createContext<Awaiting>(NOTHING);

/** What of the page's records waits for the person's decision. */
export function useAwaiting(): Awaiting {
  return useContext(AwaitingContext);
}

/** Whether a page has an approval variant, which shows only what waits for the person. */
export function hasApprovalMode(page: EntityPageModel): boolean {
  const { pages = {} } = page.metadata.entity;
  return Object.hasOwn(pages, page.page.code) && pages[page.page.code]?.approval === true;
}

/** Keeps the person's open tasks about the page's records current. Entities without approvals have none. */
export function AwaitingProvider({ children }: { children: ReactNode }) {
  const { page, changes } = useEntityPage();
  const { model } = page;
  const approved = Object.values(model.transitions).some(({ approve }) => approve !== undefined);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!approved) return;
    return subscribeEvents(({ topic }) => {
      if (topic === 'tasks' || topic === 'open') setRound((count) => count + 1);
    });
  }, [approved]);
  const read = useLoaded(approved ? `${model.key} ${changes} ${round}` : undefined, (signal) =>
    fetchTasks('todo', { entity: model.key, kind: 'vote', current: 1, size: MOST }, signal),
  );
  const value = useMemo((): Awaiting => {
    if (!approved || read.error !== undefined) return NOTHING;
    return {
      tasks: read.data === undefined ? undefined : new Map(read.data.records.map((task) => [task.recordId, task])),
    };
  }, [approved, read.data, read.error]);
  return <AwaitingContext value={value}>{children}</AwaitingContext>;
}
