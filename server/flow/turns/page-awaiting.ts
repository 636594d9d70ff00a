import { sql } from 'kysely';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { calledSteps } from '../../../src/core/model/called-steps.ts';
import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { AwaitingEntry, PageAwaiting, TaskEntry } from '../../../src/core/wire/approval.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import type { Connection } from '../../ground/database/database.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { TaskListRequest } from '../approval/task-lists.ts';
import { viewablePages } from '../approval/viewable-pages.ts';
import { queryAs, type StepReader } from './own-steps.ts';
import { peopleBehind } from './step-people.ts';
import { stepTitle } from './tell-steps.ts';
import {
  countEntries,
  type EntryRow,
  type Narrowing,
  type PageSteps,
  readEntries,
  stepIds,
  waitingEntries,
} from './waiting-entries.ts';
import { wordEntries } from './word-entries.ts';

/** What is asked of the working place of some steps. */
interface AwaitingRequest extends Pick<TaskListRequest, 'current' | 'size' | 'keyword'> {
  /** Code of the page. */
  readonly page: string;
  readonly whose: string | undefined;
}

/**
 * One page of what waits for the steps of which a page is the working place: for the person, or for anybody about records
 * that he sees. Throws notFound for a page that is none, forbidden where he may not look at it.
 */
export async function readPageAwaiting(
  reader: StepReader,
  db: Connection,
  request: AwaitingRequest,
): Promise<PageAwaiting> {
  const steps = stepsOf(reader, request.page);
  const { current, size, keyword } = request;
  const whose = whoseOf(request.whose);
  const narrowing: Narrowing = { steps, keyword };
  const mine = await waitingEntries(reader, db, { ...narrowing, whose: 'mine' }, whose === 'mine');
  const all = await waitingEntries(reader, db, { ...narrowing, whose: 'all' }, whose === 'all');
  const asked = whose === 'mine' ? mine : all;
  const { rows, total } = await readEntries(reader, db, asked, request);
  const ids = rows.map(({ id }) => id);
  const own =
    whose === 'mine'
      ? ids
      : (await queryAs(db, reader, sql`${mine} select id from entries where id = any(${ids}::text[])`)).map(
          ({ id }) => id,
        );
  const people = await peopleOf(reader, db, steps, rows);
  const entries = await wordEntries(reader, db, rows);
  const records = entries.map((entry): AwaitingEntry => {
    const isMine = own.includes(entry.id);
    return { ...(isMine ? entry : ofOthers(reader, steps, entry)), mine: isMine, people: people.get(entry.id) ?? [] };
  });
  return {
    records,
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    title: titleOf(steps),
    mine: await countEntries(reader, db, mine),
    all: await countEntries(reader, db, all),
  };
}

/** The steps of a page. */
function stepsOf({ snapshot, context }: StepReader, code: string): PageSteps {
  const found = snapshot.pages.get(code);
  const awaits = found?.page.awaits;
  const model = snapshot.entities.get(awaits?.entity ?? '');
  if (found === undefined || awaits === undefined || model === undefined)
    throw new AnlanError('notFound', { what: say('页面“{page}”的待办', { page: code }) });
  if (!rightsOf(context.caller, snapshot).page(code).has('view'))
    throw new AnlanError('forbidden', { action: say('查看{page}', { page: found.page.title }) });
  return { model, keys: awaits.steps };
}

function whoseOf(text: string | undefined): 'mine' | 'all' {
  if (text === undefined || text === 'mine') return 'mine';
  if (text === 'all') return 'all';
  throw invalidInput([
    { pointer: '/whose', msg: say('{name}须为{values}之一', { name: 'whose', values: 'mine, all' }) },
  ]);
}

/** Steps that a tab names; what is called for more of them is called 办理. */
const MOST_NAMED = 2;

function titleOf({ model, keys }: PageSteps): string {
  const titles = keys.flatMap((key) => (Object.hasOwn(model.transitions, key) ? (model.transitions[key] ?? []) : []));
  const named = [...new Set(titles.map((step) => (isVotedOn(model, step) ? say('审批') : stepTitle(step))))];
  return named.length > MOST_NAMED ? say('办理') : named.join(say('或'));
}

/** Whether nobody is called for a step itself, so that only votes about it wait. */
function isVotedOn(model: EntityModel, { key, approve }: TransitionModel): boolean {
  const called = Object.keys(model.states).flatMap((state) => calledSteps(model, state));
  return approve !== undefined && !called.some(({ transition }) => transition.key === key);
}

/** What waits for somebody else leads to its record, and to no task that would be another's. */
function ofOthers({ services, context, snapshot }: StepReader, { model }: PageSteps, entry: TaskEntry): TaskEntry {
  const about = snapshot.entities.get(entry.entity) ?? model;
  const call = createEntityCall(services, context, snapshot, about);
  const page = entry.kind === 'vote' ? (viewablePages(call, undefined)[0] ?? null) : entry.page;
  return { ...entry, taskId: null, requestId: null, steps: [], page };
}

/** Who is called for each entry, by its id. */
async function peopleOf(
  { services, context, snapshot }: StepReader,
  db: Connection,
  steps: PageSteps,
  rows: readonly EntryRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { model } = steps;
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  const ids = stepIds(steps);
  const subjects = rows.map(({ subject }) => subject);
  const holders = await db.query<{ subject: string; holder: string; behind: boolean }>(
    `select distinct coalesce("parentId", "recordId") as subject, holder, behind from platform."stepTask"
     where "tenantId" = $1 and "entityId" = $2 and transition = any($3) and coalesce("parentId", "recordId") = any($4)
     order by behind, holder`,
    [db.tenantId, model.id, ids, subjects],
  );
  const voters = await db.query<{ subject: string; name: string }>(
    `select distinct t."recordId" as subject, u."realName" as name from platform."approvalTask" t
     join data."user" u on u."tenantId" = t."tenantId" and u.id = t."userId"
     where t."tenantId" = $1 and t."entityId" = $2 and t.status = 'open' and t.transition = any($3) and t."recordId" = any($4)`,
    [db.tenantId, model.id, ids, subjects],
  );
  const known = new Map<string, readonly string[]>();
  for (const holder of new Set(holders.map((one) => one.holder))) {
    const { users, group, many } = await peopleBehind({ call, db }, holder);
    known.set(holder, many && group !== undefined ? [group] : users.map(({ realName }) => realName));
  }
  return new Map(
    rows.map(({ id, kind, subject }) => {
      if (kind === 'vote') return [id, voters.filter((one) => one.subject === subject).map(({ name }) => name)];
      const own = holders.filter((one) => one.subject === subject);
      const names = (behind: boolean) =>
        own.filter((one) => one.behind === behind).flatMap(({ holder }) => known.get(holder) ?? []);
      const first = names(false);
      return [id, [...new Set(first.length > 0 ? first : names(true))]];
    }),
  );
}
