import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { TENANT, USER } from '../../../src/compile/sql/query.ts';
import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import type { TaskCounts, TaskEntry } from '../../../src/core/wire/approval.ts';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import type { Connection } from '../../ground/database/database.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import { entityOf } from '../approval/request.ts';
import { personNames } from '../approval/resolve-people.ts';
import { countOthers, readVotes, type TaskListRequest } from '../approval/task-lists.ts';
import { viewablePages } from '../approval/viewable-pages.ts';
import { afterwards } from './afterwards.ts';
import { ownSteps, queryAs, type StepReader } from './own-steps.ts';
import { lineKey, readLines, type SubjectLine } from './subject-lines.ts';
import { stepTitle } from './tell-steps.ts';

/** An entry of the page, before what it says is read. */
interface PageRow {
  readonly kind: 'vote' | 'step';
  /** Task of a vote; entity and record of a step. */
  readonly id: string;
  readonly entityId: string;
  readonly subject: string;
  readonly transitions: readonly string[];
  readonly count: number;
  readonly since: string;
  readonly due: string | null;
  readonly timer: string | null;
  readonly broughtBy: string | null;
}

type Narrowing = Pick<TaskListRequest, 'keyword' | 'entity' | 'kind'>;

const EVERYTHING: Narrowing = {};

/** Greatest number of entries that is told. */
const MOST_COUNTED = 1000;

/**
 * One page of all that waits for a person: votes of approvals, and steps that records wait for, the nearest deadline
 * first, then the newest. Rows of one record stand in one entry.
 */
export async function readTodoList(
  reader: StepReader,
  db: Connection,
  request: TaskListRequest,
): Promise<WirePage<TaskEntry>> {
  const { current, size } = request;
  const entries = await waitingEntries(reader, db, request);
  const rows = await queryAs(
    db,
    reader,
    sql`${entries} select kind, id, "entityId", subject, transitions, count, since::text, due::text, timer, "broughtBy",
      (count(*) over ())::int as total from entries order by due nulls last, since desc, kind, id limit ${size} offset ${(current - 1) * size}`,
  );
  // A page behind the last has no row that would say how many there are.
  const beyond = rows.length === 0 && current > 1;
  const [counted] = beyond
    ? await queryAs(db, reader, sql`${entries} select count(*)::int as total from entries`)
    : rows;
  const total = Number(counted?.total ?? 0);
  const records = await wordEntries(reader, db, rows as unknown as readonly PageRow[]);
  return { records, total, size, current, pages: Math.ceil(total / size) };
}

/** Numbers of the person's lists, each counted to 1,000 at most. */
export async function countTasks(reader: StepReader, db: Connection): Promise<TaskCounts> {
  const entries = await waitingEntries(reader, db, EVERYTHING);
  const counting = sql`${entries} select count(*)::int as todo from (select 1 from entries limit ${MOST_COUNTED}) c`;
  const [row] = await queryAs(db, reader, counting);
  return { todo: Number(row?.todo ?? 0), ...(await countOthers(reader.context, db)) };
}

/** `with … entries as (…)`: all that waits for the person, as far as it is asked for. */
async function waitingEntries(
  reader: StepReader,
  db: Connection,
  { keyword, entity, kind }: Narrowing,
): Promise<RawBuilder<unknown>> {
  const { snapshot } = reader;
  const below = [...snapshot.entities.values()].filter(({ parent }) => parent?.entity === entity?.key);
  const asked = entity === undefined ? undefined : [entity, ...below].map(({ id }) => id);
  const own = kind === 'vote' ? undefined : await ownSteps(db, reader, asked);
  const pattern = keyword === undefined ? undefined : `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const named = (column: RawBuilder<unknown>) =>
    pattern === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${column} ilike ${pattern}`;
  const keys = Object.fromEntries([...snapshot.entities.values()].map(({ id, key }) => [id, key]));
  return sql`with steps as (
      select x."entityId", coalesce(x."parentId", x."recordId") as subject, array_agg(distinct x.transition) as transitions,
        count(distinct x."recordId")::int as count, min(x.since) as since, min(x.due) as due,
        (array_agg(x."dueTimer" order by x.due nulls last))[1] as timer, min(x."broughtBy") as "broughtBy"
      from platform."stepTask" x where ${own?.condition ?? sql<SqlBool>`false`} and ${named(sql`x.title`)}
      group by 1, 2
    ), entries as (
      select 'step' as kind, "entityId" || ' ' || subject as id, "entityId", subject, transitions, count, since, due, timer,
        "broughtBy" from steps
      union all
      select 'vote', t.id, t."entityId", t."recordId", array[t.transition], 1, t."openedAt",
        (select min(m."armedTime") from platform.timer m where m."tenantId" = t."tenantId"
          and m."entityKey" = coalesce(${JSON.stringify(keys)}::jsonb ->> t."entityId", t."entityId")
          and m."recordId" = t."recordId" and (m.scope like 'level:' || t."requestId" || ':%' or m.scope like 'state:%')),
        null, null
      from platform."approvalTask" t
      join platform."approvalRequest" r on r."tenantId" = t."tenantId" and r.id = t."requestId"
      where t."tenantId" = ${TENANT}::text and t."userId" = ${USER}::text and t.status = 'open'
        and ${kind !== 'step'} and (${entity?.id ?? null}::text is null or t."entityId" = ${entity?.id ?? null})
        and ${named(sql`r."recordTitle"`)}
    )`;
}

/** What the entries of a page say. */
async function wordEntries(
  reader: StepReader,
  db: Connection,
  rows: readonly PageRow[],
): Promise<readonly TaskEntry[]> {
  const { snapshot } = reader;
  const wanted = new Map<EntityModel, Set<string>>();
  for (const { entityId, subject, kind } of rows) {
    const model = entityOf(snapshot, entityId);
    const about = kind === 'step' ? aboutOf(reader, model) : model;
    if (about !== undefined) wanted.set(about, (wanted.get(about) ?? new Set()).add(subject));
  }
  const lines = await readLines(db, reader, wanted);
  const votes = await readVotes(
    snapshot,
    db,
    rows.flatMap(({ kind, id }) => (kind === 'vote' ? [id] : [])),
  );
  const names = await personNames(
    db,
    rows.map(({ broughtBy }) => broughtBy),
  );
  const lineOf = (model: EntityModel | undefined, id: string) =>
    model === undefined ? undefined : lines.get(lineKey(model, id));
  return rows.flatMap((row) => {
    const model = entityOf(snapshot, row.entityId);
    if (row.kind === 'vote') {
      const vote = votes.find(({ id }) => id === row.id);
      return vote === undefined ? [] : [wordedVote(vote, lineOf(model, row.subject))];
    }
    const about = aboutOf(reader, model);
    const line = lineOf(about, row.subject);
    return model === undefined || line === undefined ? [] : [stepEntry(row, model, line, names)];
  });
}

/** The entity that an entry is about: rows of a record stand under it. */
function aboutOf({ snapshot }: StepReader, model: EntityModel | undefined): EntityModel | undefined {
  return model?.parent === undefined ? model : snapshot.entities.get(model.parent.entity);
}

/** A vote with the whole line of its record; what the platform asked for was set off by whoever made the record. */
function wordedVote(vote: TaskEntry, line: SubjectLine | undefined): TaskEntry {
  if (line === undefined) return vote;
  const [step] = vote.steps;
  const name = line.line || vote.recordTitle;
  return {
    ...vote,
    line: name,
    title: say('{what}：{line}', { what: step?.title ?? vote.transitionTitle, line: name }),
    openedByName: vote.openedBy === '' ? (line.creator ?? vote.openedByName) : vote.openedByName,
  };
}

/** The page on which the steps are taken; where none has their buttons, or rows below take them, the first one. */
function pageWith(steps: readonly TransitionModel[], pages: readonly string[], { pages: of }: EntityModel) {
  const has = (code: string) => steps.some(({ key }) => of[code]?.actions.includes(key));
  return pages.find(has) ?? pages[0];
}

function stepEntry(
  row: PageRow,
  model: EntityModel,
  { call, line, row: record, creator }: SubjectLine,
  names: ReadonlyMap<string, string>,
): TaskEntry {
  const { snapshot, model: about } = call;
  const time = (text: string): string => wallClockOfStored(text, snapshot.timeZone);
  const order = Object.keys(model.transitions);
  const taken = row.transitions
    .flatMap((id) => transitionOf(model, id) ?? [])
    .sort((left, right) => order.indexOf(left.key) - order.indexOf(right.key));
  const what = taken.map(stepTitle).join(say('或'));
  const [first] = taken;
  const openedByName = names.get(row.broughtBy ?? '') ?? creator ?? say('系统');
  const named = record[`${about.label}Label`] ?? record[about.label];
  const label = typeof named === 'string' ? named : line;
  return {
    id: row.id,
    kind: 'step',
    taskId: null,
    requestId: null,
    title:
      about.key === model.key
        ? say('{what}：{line}', { what, line })
        : say('{what}：{line}（{count}项{rows}）', { what, line, count: row.count, rows: model.title }),
    line,
    steps: taken.map((transition) => ({ transition: transition.key, title: stepTitle(transition) })),
    rows: about.key === model.key ? null : model.key,
    count: row.count,
    after: first === undefined ? null : afterwards(model, first, row.timer),
    entity: about.key,
    entityTitle: about.title,
    page: pageWith(taken, viewablePages(call, record), about) ?? null,
    recordId: row.subject,
    recordTitle: label,
    transition: first?.key ?? '',
    transitionTitle: what,
    levelTitle: what,
    openedBy: toldPerson(row.broughtBy ?? ''),
    openedByName,
    openedAt: time(row.since),
    arrivedAt: time(row.since),
    decidedAt: null,
    deadline: row.due === null ? null : time(row.due),
    decision: null,
    opinion: null,
    behalfOf: null,
    status: 'open',
    statusLabel: say('待办理'),
    read: null,
  };
}
