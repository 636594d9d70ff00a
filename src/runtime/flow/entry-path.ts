import { useMemo } from 'react';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import type { TaskEntry } from '../../core/wire/approval.ts';
import { stepMark } from '../actions/linked-step.ts';
import { screenPath } from '../EntityContext.ts';

/** What of an entry says where it leads. */
type EntryTarget = Pick<TaskEntry, 'taskId' | 'requestId' | 'page' | 'recordId' | 'steps' | 'rows'>;

/**
 * Where an entry leads: the page of a task, or of a request in which the person has none; for a step its record, begun
 * where there is but one.
 * @param pathOf path of a page by its code; undefined where it stands in no menu of the person.
 */
export function entryPath(entry: EntryTarget, pathOf: (page: string) => string | undefined): string {
  const { taskId, requestId, page, recordId, steps, rows } = entry;
  if (taskId !== null) return `/workflow/task/${encodeURIComponent(taskId)}`;
  if (requestId !== null) return `/workflow/request/${encodeURIComponent(requestId)}`;
  const path = page === null ? undefined : pathOf(page);
  if (path === undefined) return '/workflow/todo';
  const [step, ...others] = steps;
  const begun = step !== undefined && others.length === 0 ? stepMark(step.transition, rows) : '';
  return `${screenPath(path, { kind: 'view', id: recordId })}${begun}`;
}

/** Paths of the pages of a person's menu, by code. */
export function usePagePaths(): (page: string) => string | undefined {
  const menu = useAccess((state) => state.menu);
  return useMemo(() => {
    const paths = new Map(menuLeaves(menu).map(({ code, path }) => [code, path]));
    return (page) => paths.get(page);
  }, [menu]);
}
