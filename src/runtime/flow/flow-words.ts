import { withAside } from '../../core/text/punctuate.ts';
import type { DiagramNode, RequestStatus } from '../../core/wire/approval.ts';
import { flowText } from './text.ts';

/** Path of the page on which a task is decided. */
export function taskPath(taskId: string): string {
  return `/workflow/task/${encodeURIComponent(taskId)}`;
}

/** Colours of requests by how they stand. */
export const REQUEST_COLOURS: Readonly<Record<RequestStatus, string>> = {
  open: 'blue',
  granted: 'green',
  rejected: 'red',
  revoked: 'default',
  cancelled: 'default',
  terminated: 'default',
};

/** Whose votes a level needs. */
export function modeWords({ mode, share }: Pick<DiagramNode, 'mode' | 'share'>): string {
  if (mode === 'share') return flowText('rail.mode.share', { percent: Math.round((share ?? 1) * 1000) / 10 });
  if (mode === 'all') return flowText('rail.mode.all');
  return flowText(mode === 'order' ? 'rail.mode.order' : 'rail.mode.any');
}

/** How a person of a level stands, with the time where he has decided. */
export function personState(person: DiagramNode['people'][number]): string {
  const word =
    person.decision === 'pass'
      ? flowText('task.passed')
      : person.decision === 'reject'
        ? flowText('task.rejected')
        : person.decision === 'transfer'
          ? flowText('task.transferred')
          : flowText(STATES[person.status]);
  return person.time === null ? word : `${word} ${person.time.slice(5, 16)}`;
}

/** Who stands in a level: 李四（代张三）, 王五（加签）. */
export function personName({ name, aside }: DiagramNode['people'][number]): string {
  return aside === null ? name : withAside(name, aside);
}

const STATES = {
  waiting: 'task.waiting',
  open: 'task.open',
  done: 'task.passed',
  skipped: 'task.skipped',
  cancelled: 'task.cancelled',
} as const;
