import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { TENANT, USER } from '../../../src/compile/sql/query.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { transitionId } from '../../../src/core/model/permanent-ids.ts';
import type { TaskEntry } from '../../../src/core/wire/approval.ts';
import type { Connection } from '../../ground/database/database.ts';
import { ownSteps, queryAs, type StepReader, seenRecords, seenSteps } from './own-steps.ts';
import { keptDeadlines } from './told-deadlines.ts';
import { voteDeadlines } from './vote-deadlines.ts';

/** An entry of a list of what waits, before what it says is read. */
export interface EntryRow {
  readonly kind: 'vote' | 'step';
  /** Task of a vote; entity and record of a step. */
  readonly id: string;
  readonly entityId: string;
  readonly subject: string;
  readonly transitions: readonly string[];
  readonly count: number;
  /** Of rows below the subject the first one, of the subject itself its own id. */
  readonly record: string;
  readonly since: string;
  readonly due: string | null;
  readonly timer: string | null;
  readonly broughtBy: string | null;
}

/** What of all that waits is meant. */
export interface Narrowing {
  /** Part of the record's name. */
  readonly keyword?: string | undefined;
  /** Only records of this entity, and rows below them. */
  readonly entity?: EntityModel | undefined;
  /** Only votes, or only steps. */
  readonly kind?: TaskEntry['kind'] | undefined;
  /** Only these steps of one entity, and votes about them. */
  readonly steps?: PageSteps | undefined;
  /** What waits for the person, or for anybody about records that he sees; the latter with `steps` alone. Default his own. */
  readonly whose?: 'mine' | 'all' | undefined;
}

/** Steps of an entity, by key, of which a page is the place. */
export interface PageSteps {
  readonly model: EntityModel;
  readonly keys: readonly string[];
}

/** Greatest number of entries that is told. */
const MOST_COUNTED = 1000;

/** `with … entries as (…)`: all that waits, as far as it is asked for. Deadlines of votes are looked up where `dated`. */
export async function waitingEntries(
  reader: StepReader,
  db: Connection,
  narrowing: Narrowing,
  dated = true,
): Promise<RawBuilder<unknown>> {
  const { keyword, kind } = narrowing;
  const pattern = keyword === undefined ? undefined : `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const named = (column: RawBuilder<unknown>) =>
    pattern === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${column} ilike ${pattern}`;
  const steps = kind === 'vote' ? NOTHING : await stepsOf(reader, db, narrowing);
  const votes = kind === 'step' ? NOTHING : votesOf(reader, narrowing);
  const kept = dated ? keptDeadlines(reader) : [];
  const dues = dated ? await voteDeadlines(reader, db, votes) : new Map<string, string>();
  return sql`with steps as (
      select x."entityId", coalesce(x."parentId", x."recordId") as subject, array_agg(distinct x.transition) as transitions,
        count(distinct x."recordId")::int as count, min(x."recordId") as record, min(greatest(x.since, x.opens)) as since,
        min(x.due) filter (where not ${DATES} && ${kept}::text[]) as due,
        (array_agg(x."dueTimer" order by x.due nulls last))[1] as timer, min(x."broughtBy") as "broughtBy"
      from platform."stepTask" x where ${steps} and ${named(sql`x.title`)}
      group by 1, 2
    ), votes as (
      select distinct on (${narrowing.whose === 'all' ? sql`t."requestId"` : sql`t.id`}) t.* from platform."approvalTask" t
      join platform."approvalRequest" r on r."tenantId" = t."tenantId" and r.id = t."requestId"
      where ${votes} and ${named(sql`r."recordTitle"`)}
      order by ${narrowing.whose === 'all' ? sql`t."requestId", t."userId" <> ${USER}::text, t.id` : sql`t.id`}
    ), entries as (
      select 'step' as kind, "entityId" || ' ' || subject as id, "entityId", subject, transitions, count, record, since,
        due, timer, "broughtBy" from steps
      union all
      select 'vote', t.id, t."entityId", t."recordId", array[t.transition], 1, t."recordId", t."openedAt",
        (${JSON.stringify(Object.fromEntries(dues))}::jsonb ->> t.id)::timestamptz, null, null
      from votes t
    )`;
}

/** What a step has its deadline from, as `keptDeadlines` names it. */
const DATES = sql`array[x."entityId" || ' ' || x.transition, x."entityId" || ' #' || x."dueTimer"]`;

const NOTHING = sql<SqlBool>`false`;

async function stepsOf(reader: StepReader, db: Connection, narrowing: Narrowing): Promise<RawBuilder<SqlBool>> {
  const { entity, steps, whose } = narrowing;
  if (steps !== undefined) {
    const { model } = steps;
    const meant = sql<SqlBool>`x.transition = any(${stepIds(steps)}::text[])`;
    const seen = whose === 'all' ? seenSteps(reader, model) : (await ownSteps(db, reader, [model.id]))?.condition;
    return seen === undefined ? NOTHING : sql<SqlBool>`${seen} and ${meant}`;
  }
  const below = [...reader.snapshot.entities.values()].filter(({ parent }) => parent?.entity === entity?.key);
  const asked = entity === undefined ? undefined : [entity, ...below].map(({ id }) => id);
  return (await ownSteps(db, reader, asked))?.condition ?? NOTHING;
}

/** A condition over `platform."approvalTask" t`: the open votes that are meant. */
function votesOf(reader: StepReader, { entity, steps, whose }: Narrowing): RawBuilder<SqlBool> {
  const about = steps?.model ?? entity;
  const open = sql<SqlBool>`t."tenantId" = ${TENANT}::text and t.status = 'open'
    and (${about?.id ?? null}::text is null or t."entityId" = ${about?.id ?? null})`;
  const meant = steps === undefined ? open : sql<SqlBool>`${open} and t.transition = any(${stepIds(steps)}::text[])`;
  if (whose !== 'all' || steps === undefined) return sql<SqlBool>`${meant} and t."userId" = ${USER}::text`;
  const seen = seenRecords(reader, steps.model, sql`t."recordId"`);
  return seen === undefined ? NOTHING : sql<SqlBool>`${meant} and ${seen}`;
}

/** The steps by their permanent ids. */
export function stepIds({ model, keys }: PageSteps): readonly string[] {
  return keys.flatMap((key) => {
    const transition = model.transitions[key];
    return transition === undefined ? [] : [transitionId(transition)];
  });
}

/** Of which entities all of some entries are, by what they wait for. */
interface WaitedEntities {
  readonly steps: readonly string[];
  readonly votes: readonly string[];
}

/** One page of some entries, the nearest deadline first, then the newest. */
export async function readEntries(
  reader: StepReader,
  db: Connection,
  entries: RawBuilder<unknown>,
  { current, size }: { readonly current: number; readonly size: number },
): Promise<{ readonly rows: readonly EntryRow[]; readonly total: number; readonly entities: WaitedEntities }> {
  const rows = await queryAs(
    db,
    reader,
    sql`${entries} select kind, id, "entityId", subject, transitions, count, record, since::text, due::text, timer, "broughtBy",
      (select count(*)::int from entries) as total, ${ENTITIES} from entries order by due nulls last, since desc, kind, id limit ${size} offset ${(current - 1) * size}`,
  );
  // A page behind the last has no row that would say how many there are.
  const beyond = rows.length === 0 && current > 1;
  const [counted] = beyond
    ? await queryAs(db, reader, sql`${entries} select (select count(*)::int from entries) as total, ${ENTITIES}`)
    : rows;
  const ids = (of: unknown): readonly string[] => (Array.isArray(of) ? of.map(String) : []);
  return {
    rows: rows as unknown as readonly EntryRow[],
    total: Number(counted?.total ?? 0),
    entities: { steps: ids(counted?.stepsOf), votes: ids(counted?.votesOf) },
  };
}

const ENTITIES = sql`(select array_agg(distinct "entityId") from entries where kind = 'step') as "stepsOf",
  (select array_agg(distinct "entityId") from entries where kind = 'vote') as "votesOf"`;

/** How many of some entries there are, to 1,000 at most. */
export async function countEntries(reader: StepReader, db: Connection, entries: RawBuilder<unknown>): Promise<number> {
  const counting = sql`${entries} select count(*)::int as todo from (select 1 from entries limit ${MOST_COUNTED}) c`;
  const [row] = await queryAs(db, reader, counting);
  return Number(row?.todo ?? 0);
}
