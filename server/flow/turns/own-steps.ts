import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  accessConditions,
  type Condition,
  eitherOf,
  type RowAccess,
  tenantCondition,
} from '../../../src/compile/sql/access-conditions.ts';
import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { place, queries, TENANT } from '../../../src/compile/sql/query.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { EVERYONE } from '../../access/permission/rights.ts';
import { expressionNode, rowAccessOf } from '../../access/permission/row-access.ts';
import type { CallContext } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { selvesOf } from '../../records/call/author.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall, EntityServices } from '../../records/call/ports.ts';
import { queryInput, runQuery } from '../../records/call/query-input.ts';
import type { Row } from '../../records/call/record-row.ts';
import { ownHolders } from './own-holders.ts';
import { allSteps, stepPlan } from './step-plan.ts';

/** Whose steps are looked for. */
export interface StepReader {
  readonly services: EntityServices;
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
}

/** The steps that wait for a person, as a piece of a query over `platform."stepTask" x`. */
interface OwnSteps {
  /** What comes behind `where`. */
  readonly condition: RawBuilder<SqlBool>;
}

/**
 * The steps for which a person is called and that he may take by his rights: rows of `platform."stepTask" x` with one of
 * his holders, whose record he sees, from which nothing keeps him apart, and about which no request is open. Undefined
 * where there are none.
 * @param only entities that are looked at, by permanent id. Default all.
 */
export async function ownSteps(
  db: Connection,
  reader: StepReader,
  only?: readonly string[],
): Promise<OwnSteps | undefined> {
  const calls = readersCalls(reader, only);
  const [holders = []] = await ownHolders(db, [{ caller: reader.context.caller, calls }]);
  const waiting = await db.query<{ entityId: string }>(
    'select distinct "entityId" from platform."stepTask" where "tenantId" = $1 and holder = any($2)',
    [db.tenantId, holders],
  );
  return stepsHeld(
    calls.filter(({ model }) => waiting.some(({ entityId }) => entityId === model.id)),
    holders,
  );
}

/** The steps of one entity that wait for each of several persons, in the order of the persons; see `ownSteps`. */
export async function ownStepsOfEach(
  db: Connection,
  readers: readonly StepReader[],
  entityId: string,
): Promise<readonly (OwnSteps | undefined)[]> {
  const people = readers.map((reader) => ({
    caller: reader.context.caller,
    calls: readersCalls(reader, [entityId]),
  }));
  const holders = await ownHolders(db, people);
  return people.map(({ calls }, place) => stepsHeld(calls, holders[place] ?? []));
}

/** A person's calls about the entities whose steps may wait for him. */
function readersCalls({ services, context, snapshot }: StepReader, only?: readonly string[]): readonly EntityCall[] {
  return [...snapshot.entities.values()]
    .filter((model) => stepPlan(model) !== undefined && (only === undefined || only.includes(model.id)))
    .map((model) => createEntityCall(services, context, snapshot, model))
    .filter(({ granted }) => granted.has('view'));
}

function stepsHeld(seen: readonly EntityCall[], holders: readonly string[]): OwnSteps | undefined {
  const [call] = seen;
  if (call === undefined) return undefined;
  const { context } = call;
  const condition = sql<SqlBool>`x."tenantId" = ${TENANT}::text and x.holder = any(${holders}::text[])
    and (x.opens is null or x.opens <= ${context.clock.now().toISOString()}::timestamptz) and not (x.apart && ${selvesOf(call.context.caller)}::text[]) and ${FREE} and ${FIRST}
    and ${eitherOf(seen.map(visible))}`;
  return { condition };
}

/**
 * The steps of an entity that wait for anybody about records that a person sees, as a condition over
 * `platform."stepTask" x`; undefined where he sees none of its pages.
 */
export function seenSteps(reader: StepReader, model: EntityModel): RawBuilder<SqlBool> | undefined {
  const seen = seenRecords(reader, model, sql`x."recordId"`);
  if (seen === undefined) return undefined;
  return sql<SqlBool>`x."tenantId" = ${TENANT}::text and x."entityId" = ${model.id}
    and (x.opens is null or x.opens <= ${reader.context.clock.now().toISOString()}::timestamptz) and ${FREE} and ${seen}`;
}

/** That a record of an entity, named by its id, is one that a person sees; undefined where he sees none of its pages. */
export function seenRecords(
  { services, context, snapshot }: StepReader,
  model: EntityModel,
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> | undefined {
  const call = createEntityCall(services, context, snapshot, model);
  return call.granted.has('view') ? recordSeen(call, id, []) : undefined;
}

/** Runs a query of a person over his steps. */
export function queryAs<T>(
  db: Connection,
  { context }: Pick<StepReader, 'context'>,
  query: RawBuilder<T>,
): Promise<Row[]> {
  const placed = place({ compile: () => query.compile(queries) }, false);
  return runQuery(db, placed, queryInput({ context }, {}));
}

// What was asked for waits for those who decide.
const FREE = sql<SqlBool>`not exists (select 1 from platform."approvalRequest" r where r."tenantId" = x."tenantId"
  and r."entityId" = x."entityId" and r."recordId" = x."recordId" and r.transition = x.transition and r.status = 'open')`;

// A group stands in only where nobody whom the record names has an account in use and may take the step.
const FIRST = sql<SqlBool>`not (x.behind and exists (select 1 from platform."stepTask" p
  where p."tenantId" = x."tenantId" and p."entityId" = x."entityId" and p."recordId" = x."recordId"
    and p.transition = x.transition and not p.behind and (p.holder like 'above:%' or p.holder like 'superior:%'
      or exists (select 1 from data."user" u where u."tenantId" = x."tenantId" and u."isDeleted" = 0 and u.status <> '0'
        and u.id <> all(x.apart) and u.id = case
          when p.holder like 'user:%' then substr(p.holder, 6)
          when p.holder like 'head:%' then (select d.leader from data.dept d
            where d."tenantId" = x."tenantId" and d.id = substr(p.holder, 6) and d."isDeleted" = 0) end))))`;

/** That the record of a step is one that the person sees and, where his role brings him, may write. */
function visible(call: EntityCall): Condition {
  return sql<SqlBool>`(x."entityId" = ${call.model.id} and ${recordSeen(call, sql`x."recordId"`, writable(call))})`;
}

/**
 * That a record is one that the person sees. Its `offset` keeps it a look-up by id for each step: joined, tables that were
 * not measured yet are read from end to end for every step.
 */
function recordSeen(
  { model, context, snapshot, world }: EntityCall,
  id: RawBuilder<unknown>,
  more: readonly Condition[],
) {
  const seen = accessConditions(model, rowAccessOf(model, context.caller, snapshot), 'd', world);
  const conditions = [tenantCondition(model, 'd'), ...seen, ...more];
  return sql<SqlBool>`exists (select 1 from ${sql.raw(tableName(model.id))} d
    where d.id = ${id} and d."isDeleted" = 0 and ${sql.join(conditions, sql` and `)} offset 0)`;
}

/** For roles that may write fewer records than they see: that this is one of them. */
function writable({ model, world }: EntityCall): readonly Condition[] {
  const { write } = model.permissions;
  if (write === undefined) return [];
  const roles = new Set(
    allSteps(model).flatMap(({ actors }) => actors.flatMap((actor) => (actor.kind === 'role' ? [actor.code] : []))),
  );
  return [...roles].flatMap((role) => {
    const scope = write[role] ?? write[EVERYONE];
    if (scope === undefined) return [];
    const access: RowAccess =
      typeof scope !== 'string'
        ? { owners: undefined, where: [expressionNode(scope.where)] }
        : scope === 'tenant'
          ? 'all'
          : scope === 'none'
            ? 'none'
            : { owners: scope, where: [] };
    const met = accessConditions(model, access, 'd', world);
    if (met.length === 0) return [];
    return [sql<SqlBool>`(x.holder not like ${`role:${role}:%`} or (${sql.join(met, sql` and `)}))`];
  });
}
