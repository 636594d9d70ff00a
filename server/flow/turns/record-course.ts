import { compileEvaluator, plainValue } from '../../../src/core/expression/index.ts';
import { courseAhead, courseConditions, type HoldsNow } from '../../../src/core/model/course-ahead.ts';
import type { EntityModel, StateModel } from '../../../src/core/model/entity-model.ts';
import { siteMark } from '../../../src/core/site/site-mark.ts';
import { recordNames } from '../../../src/core/validation/record-environment.ts';
import type { CourseStage, RecordCourse } from '../../../src/core/wire/approval.ts';
import { actionTitle } from '../../records/audit/audit.ts';
import { type StateChange, stateChanges } from '../../records/audit/state-changes.ts';
import type { Reading } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import type { Row } from '../../records/call/record-row.ts';
import { type LastVote, lastVotes } from './last-votes.ts';
import { waitedFor } from './waited-for.ts';

/** The way of a record: what is behind it, where it stands with whom it waits for, and what usually comes. */
export async function recordCourse(tx: Reading, record: Row): Promise<RecordCourse> {
  const { model } = tx.call;
  const now = typeof record.status === 'string' ? model.states[record.status] : undefined;
  if (now === undefined) return { stages: [], since: null, awaited: [] };
  const changes = await stateChanges(tx, String(record.id));
  const stages = [
    ...wayBehind(model, changes, now.key, await lastVotes(tx, String(record.id))),
    stageOf(now, 'now'),
    ...courseAhead(model, now.key, await holdsNow(tx, record)).map((state) => stageOf(state, 'ahead')),
  ];
  return {
    stages,
    since: changes.findLast(({ to }) => to === now.key)?.time ?? null,
    awaited: await waitedFor(tx, String(record.id)),
  };
}

function stageOf(
  { key, title }: StateModel,
  place: CourseStage['place'],
  left?: StateChange & { title: string },
): CourseStage {
  return {
    state: key,
    title,
    place,
    action: left?.title ?? null,
    userName: left?.userName ?? null,
    time: left?.time ?? null,
    site: left?.site === undefined ? null : siteMark(left.site),
  };
}

/** The states that lie behind a record; what it came back to begins anew there. */
function wayBehind(
  model: EntityModel,
  changes: readonly StateChange[],
  now: string,
  votes: ReadonlyMap<string, LastVote>,
): readonly CourseStage[] {
  const left: StateChange[] = [];
  for (const change of changes) {
    const again = left.findIndex(({ from }) => from === change.to);
    if (again >= 0) left.splice(again);
    else if (change.from !== null) left.push(change);
  }
  return left.flatMap((change) => {
    const state = model.states[change.from ?? ''];
    if (state === undefined || state.key === now) return [];
    // A state in which it waited for votes was left by the last of them.
    const isVotedOn = model.transitions[change.action]?.approve?.pending === state.key;
    const vote = isVotedOn ? votes.get(change.action) : undefined;
    return [stageOf(state, 'done', { ...change, title: actionTitle(model, change.action), ...vote })];
  });
}

/** Which of several ways a record goes, as far as it says so itself now. */
async function holdsNow(tx: Reading, record: Row): Promise<HoldsNow> {
  const nodes = courseConditions(tx.call.model).map(({ node }) => node);
  const environment = await prepareEnvironment(tx, record, { stored: record, nodes, only: true });
  const names = recordNames(record, environment);
  return ({ node }) => {
    const value = plainValue(compileEvaluator(node)({ ...environment, names }));
    return typeof value === 'boolean' ? value : undefined;
  };
}
