import { isAlias } from '../../../src/core/model/alias.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import type { AwaitedStep } from '../../../src/core/wire/approval.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import type { Reading } from '../../records/call/ports.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import { levelTitle } from '../approval/level-title.ts';
import { recordRequests, requestTasks } from '../approval/request.ts';
import { personNames } from '../approval/resolve-people.ts';
import { deadlinesOf } from '../time/deadlines.ts';
import { afterwards } from './afterwards.ts';
import { peopleBehind } from './step-people.ts';
import { stepTitle } from './tell-steps.ts';
import { isDeadlineTold } from './told-deadlines.ts';
import { withHolding } from './vote-deadlines.ts';

interface StepRow {
  readonly transition: string;
  readonly holder: string;
  readonly behind: boolean;
  readonly apart: readonly string[];
  readonly since: string;
  readonly due: string | null;
  readonly dueTimer: string | null;
}

/** Who is awaited on a record: see `TurnPart.waitedFor`. */
export async function waitedFor(tx: Reading, recordId: string): Promise<readonly AwaitedStep[]> {
  const votes = await awaitedVotes(tx, recordId);
  const asked = new Set(votes.map(({ transition }) => transition));
  return [...votes, ...(await awaitedSteps(tx, recordId)).filter(({ transition }) => !asked.has(transition))];
}

async function awaitedVotes({ call, db }: Reading, recordId: string): Promise<readonly AwaitedStep[]> {
  const { model, snapshot } = call;
  const requests = await recordRequests(db, model.id, recordId, true);
  if (requests.length === 0) return [];
  const tasks = (
    await requestTasks(
      db,
      requests.map(({ id }) => id),
    )
  ).filter(({ status }) => status === 'open');
  const names = await personNames(
    db,
    tasks.map(({ userId }) => userId),
  );
  const votes = requests.map((request) => ({ request, level: request.levels[request.level] }));
  const awaited = votes.map(({ request, level }) => ({
    model,
    recordId,
    requestId: request.id,
    level: level?.key ?? '',
    timers: level?.timers ?? {},
  }));
  const deadlines = await deadlinesOf(db, await withHolding(call, db, awaited));
  return votes.map(({ request, level }) => {
    const transition = transitionOf(model, request.transition);
    const own = tasks.filter(({ requestId }) => requestId === request.id);
    const opened = own.map(({ openedAt }) => openedAt ?? request.openedAt).sort()[0] ?? request.openedAt;
    const until = deadlines.get(`${request.id}:${level?.key ?? ''}`);
    return {
      kind: 'vote',
      transition: transition?.key ?? request.transition,
      title: levelTitle(level, transition, snapshot) ?? transition?.title ?? '',
      people: own.map(({ userId }) => ({ id: toldPerson(userId), realName: names.get(userId) ?? '' })),
      groups: [],
      since: wallClockOfStored(opened, snapshot.timeZone),
      until: until === undefined ? null : wallClockOfStored(until, snapshot.timeZone),
      after: null,
    };
  });
}

async function awaitedSteps(tx: Reading, recordId: string): Promise<readonly AwaitedStep[]> {
  const { call, db } = tx;
  const { model, snapshot } = call;
  const rows = await db.query<StepRow>(
    `select transition, holder, behind, apart, greatest(since, opens)::text as since, due::text, "dueTimer" from platform."stepTask"
     where "tenantId" = $1 and "entityId" = $2 and "recordId" = $3 and (opens is null or opens <= $4) order by transition, behind, holder`,
    [db.tenantId, model.id, recordId, call.context.clock.now().toISOString()],
  );
  const found: AwaitedStep[] = [];
  for (const transition of Object.values(model.transitions)) {
    const own = rows.filter((row) => transitionOf(model, row.transition) === transition);
    const [first] = own;
    if (first === undefined) continue;
    const people = new Map<string, string>();
    const groups = new Set<string>();
    for (const { holder, behind, apart } of own) {
      // A group stands in only where nobody is there whom the record names; of a pseudonym nobody knows that.
      if (behind && [...people.keys()].some((id) => !isAlias(id))) continue;
      const { users, group, many } = await peopleBehind(tx, holder);
      if (group !== undefined && (many || users.length > 0)) groups.add(group);
      for (const { id, realName } of users) if (!apart.includes(id)) people.set(id, realName);
    }
    const since = own.map((row) => row.since).sort()[0] ?? first.since;
    found.push({
      kind: 'step',
      transition: transition.key,
      title: stepTitle(transition),
      people: [...people].map(([id, realName]) => ({ id: toldPerson(id), realName })),
      groups: [...groups],
      since: wallClockOfStored(since, snapshot.timeZone),
      until:
        first.due === null || !isDeadlineTold(call, first) ? null : wallClockOfStored(first.due, snapshot.timeZone),
      after: afterwards(model, transition, first.dueTimer),
    });
  }
  return found;
}
