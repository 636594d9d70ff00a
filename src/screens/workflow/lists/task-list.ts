import { compareNames } from '../../../core/text/name-order.ts';
import type { TaskBusiness, TaskList } from '../../../core/wire/approval.ts';

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

/** Businesses in the order of their titles. */
export function byTitle(businesses: readonly TaskBusiness[]): readonly TaskBusiness[] {
  return businesses.toSorted((left, right) => compareNames(left.title, right.title));
}
