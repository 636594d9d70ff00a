import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { collectReferences } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import type { Connection } from '../../ground/database/database.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import { mentionedFields, readRowsOf } from '../../records/call/read-rows.ts';
import { readsOpen } from '../../records/read/open-reads.ts';
import { entityOf, type FrozenLevel } from '../approval/request.ts';
import { type AwaitedVote, deadlinesOf } from '../time/deadlines.ts';
import { decidedTimers, holdingTimers } from './decided-timers.ts';
import { queryAs, type StepReader } from './own-steps.ts';

interface OpenVote {
  readonly id: string;
  readonly entityId: string;
  readonly recordId: string;
  readonly requestId: string;
  readonly level: FrozenLevel | null;
}

/**
 * Until when the open votes of some tasks should be given, as stored time texts by task; those without a deadline are
 * missing. The same rule as for steps: a timer of the record's state that the record itself keeps from acting says nothing.
 * @param which a condition over `platform."approvalTask" t`.
 */
export async function voteDeadlines(
  reader: StepReader,
  db: Connection,
  which: RawBuilder<SqlBool>,
): Promise<ReadonlyMap<string, string>> {
  const { snapshot } = reader;
  const rows = (await queryAs(
    db,
    reader,
    sql`select t.id, t."entityId", t."recordId", t."requestId", r.levels -> t.level as level
      from platform."approvalTask" t join platform."approvalRequest" r on r."tenantId" = t."tenantId" and r.id = t."requestId"
      where ${which}`,
  )) as unknown as readonly OpenVote[];
  const votes = rows.map(
    ({ entityId, recordId, requestId, level }): AwaitedVote => ({
      model: entityOf(snapshot, entityId),
      recordId,
      requestId,
      level: level?.key ?? '',
      timers: level?.timers ?? {},
    }),
  );
  const deadlines = await deadlinesOf(db, await withHolding(reader, db, votes));
  return new Map(
    rows.flatMap(({ id, requestId, level }) => {
      const due = deadlines.get(`${requestId}:${level?.key ?? ''}`);
      return due === undefined ? [] : [[id, due] as const];
    }),
  );
}

/** The votes, each with which timers of its record's state act as the record stands, and of which the reader may know the moment. */
export async function withHolding(
  { services, context, snapshot }: StepReader,
  db: Connection,
  votes: readonly AwaitedVote[],
): Promise<readonly AwaitedVote[]> {
  const wanted = new Map<EntityModel, Set<string>>();
  for (const { model, recordId } of votes) {
    if (model === undefined || !Object.keys(model.states).some((state) => decidedTimers(model, state).length > 0))
      continue;
    wanted.set(model, (wanted.get(model) ?? new Set()).add(recordId));
  }
  const holding = new Map<string, ReadonlyMap<string, boolean>>();
  for (const [model, ids] of wanted) {
    const call = createEntityCall(services, context, snapshot, model, { internal: true });
    const nodes = Object.keys(model.states).flatMap((state) => decidedTimers(model, state).map(({ node }) => node));
    const names = nodes.flatMap((node) => collectReferences(node));
    const reads = new Set(['id', 'status', ...names.map((path) => path.split('.')[0] ?? path)]);
    const fields = mentionedFields(model, reads).filter(({ key }) => reads.has(key));
    for (const row of await readRowsOf({ call, db }, model, { ids: [...ids], fields })) {
      const timers = decidedTimers(model, typeof row.status === 'string' ? row.status : '');
      if (timers.length === 0) continue;
      const asked = { stored: row, nodes: timers.map(({ node }) => node), only: true };
      const environment = await prepareEnvironment({ call, db }, row, asked);
      holding.set(`${model.key} ${String(row.id)}`, holdingTimers(timers, row, environment));
    }
  }
  return votes.map((vote) => ({
    ...vote,
    holds: holding.get(`${vote.model?.key} ${vote.recordId}`),
    isTold: ({ at }) =>
      vote.model !== undefined &&
      readsOpen(createEntityCall(services, context, snapshot, vote.model), collectReferences(expressionNode(at))),
  }));
}
