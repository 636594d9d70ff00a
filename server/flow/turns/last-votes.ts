import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import type { Reading } from '../../records/call/ports.ts';
import { levelTitle } from '../approval/level-title.ts';
import { recordRequests, requestTasks } from '../approval/request.ts';
import { personNames } from '../approval/resolve-people.ts';

/** The vote by which something was granted. */
export interface LastVote {
  /** What its level is called. */
  readonly title: string;
  readonly userName: string;
}

/** The votes by which a record's transitions were granted while it waited for them, the newest of each, by key. */
export async function lastVotes(tx: Reading, recordId: string): Promise<ReadonlyMap<string, LastVote>> {
  const { call, db } = tx;
  const { model, snapshot } = call;
  const granted = (await recordRequests(db, model.id, recordId)).filter(
    ({ status, pendingState }) => status === 'granted' && pendingState !== null,
  );
  if (granted.length === 0) return new Map();
  const tasks = await requestTasks(
    db,
    granted.map(({ id }) => id),
  );
  const names = await personNames(
    db,
    tasks.map(({ userId }) => userId),
  );
  return new Map(
    granted.flatMap((request) => {
      const transition = transitionOf(model, request.transition);
      const last = tasks
        .filter(({ requestId, decision, decidedAt }) => requestId === request.id && decision === 'pass' && decidedAt)
        .toSorted((a, b) => a.level - b.level || String(a.decidedAt).localeCompare(String(b.decidedAt)))
        .at(-1);
      if (transition === undefined || last === undefined) return [];
      const title = levelTitle(request.levels[last.level], transition, snapshot) ?? transition.title;
      return [[transition.key, { title, userName: names.get(last.userId) ?? '' }] as const];
    }),
  );
}
