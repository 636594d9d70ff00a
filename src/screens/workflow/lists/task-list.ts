import { useMemo } from 'react';
import { useAccess } from '../../../api/access.ts';
import { menuLeaves } from '../../../api/menu-tree.ts';
import type { TaskEntry, TaskList } from '../../../core/wire/approval.ts';
import { stepMark } from '../../../runtime/actions/linked-step.ts';
import { screenPath } from '../../../runtime/EntityContext.ts';

/** What of an entry says where it leads. */
type EntryTarget = Pick<TaskEntry, 'taskId' | 'requestId' | 'page' | 'recordId' | 'steps' | 'rows'>;

/** What a list shows, as its address says it. */
export interface TaskListState {
  readonly keyword: string;
  /** Entity; '' for all. */
  readonly entity: string;
  readonly current: number;
  readonly size: number;
}

const SIZE = 20;
const SIZES: readonly number[] = [10, 20, 50, 100];

/** Reads the address of a list; what makes no sense there counts as absent. */
export function parseTaskList(search: URLSearchParams): TaskListState {
  const current = Number(search.get('current'));
  const size = Number(search.get('size'));
  return {
    keyword: search.get('keyword') ?? '',
    entity: search.get('entity') ?? '',
    current: Number.isInteger(current) && current > 0 ? current : 1,
    size: SIZES.includes(size) ? size : SIZE,
  };
}

/** Address of a list; what is as usual stays out of it. */
export function formatTaskList(state: TaskListState): Record<string, string> {
  return {
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(state.entity === '' ? {} : { entity: state.entity }),
    ...(state.current === 1 ? {} : { current: String(state.current) }),
    ...(state.size === SIZE ? {} : { size: String(state.size) }),
  };
}

/** List of a path: `/workflow/done`. */
export function listOfPath(pathname: string): TaskList {
  const [, name] = /^\/workflow\/(\w+)/.exec(pathname) ?? [];
  return name === 'done' || name === 'sent' || name === 'copied' ? name : 'todo';
}

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

/** Businesses among some entries, each once, in the order of their titles. */
export function businessesOf(
  entries: readonly TaskEntry[],
): readonly { readonly key: string; readonly title: string }[] {
  const found = new Map(entries.map(({ entity, entityTitle }) => [entity, entityTitle]));
  return [...found]
    .map(([key, title]) => ({ key, title }))
    .sort((left, right) => left.title.localeCompare(right.title, 'zh-CN'));
}
