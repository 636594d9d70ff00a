import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import type { LongJob } from '../../core/wire/long-job.ts';

/** Path of the page that shows what came of a job that has ended well; undefined where the person has none. */
export function jobPage({ state, opens }: LongJob): string | undefined {
  if (opens === undefined || state !== 'done') return undefined;
  return menuLeaves(useAccess.getState().menu).find(({ code }) => code === opens)?.path;
}
