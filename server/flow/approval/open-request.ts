import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { stateId, transitionId } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import { evaluateOver, holds, storedValue } from '../../../src/core/validation/record-environment.ts';
import type { Connection } from '../../ground/database/database.ts';
import { platform, touched } from '../../ground/database/platform-queries.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { siteChanges } from '../../records/audit/site-change.ts';
import { asPlatform } from '../../records/call/entity-call.ts';
import type { EntityCall, Proposal, Reading, Tx } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { recordTitle } from '../../records/call/record-title.ts';
import { storing } from '../../records/call/stored.ts';
import type { StoredRecord } from '../../records/call/stored-record.ts';
import { titledRow } from '../../records/call/titled-row.ts';
import { moveRecord } from '../../records/write/apply-transition.ts';
import { enabledUsers } from '../people.ts';
import { activateLevel } from './activate-level.ts';
import { claimProposedFiles } from './proposal-files.ts';
import { type ApprovalRequest, type FrozenLevel, recordRequests, storeProposal } from './request.ts';
import { type LevelSubject, resolveLevels } from './resolve-levels.ts';
import { resolveActors } from './resolve-people.ts';
import { approvalSubject } from './subject.ts';

/**
 * Opens a request instead of applying a transition that has been checked; the record must be locked. Throws guardFailed
 * where another request is open, a level has nobody to vote, or a copy is for nobody.
 * @param row the row that is proposed with what it fills in by itself. Default as it was sent.
 */
export async function openRequest(
  tx: Tx,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
  row: Row | undefined = proposal.row,
): Promise<void> {
  const { call, db } = tx;
  const { model, services, context, at, snapshot } = call;
  const parallel = transition.approve?.parallel === true;
  await refuseSecond(tx, stored, transition);
  // Who votes may follow from what the row fills in by itself.
  const subject = await approvalSubject(tx, stored, transition, { ...proposal, row });
  const levels = await resolveLevels(tx, transition, subject);
  const copies = await copyReceivers(db, transition, proposal, subject);
  const evidence = await services.parts.evidence.seal(tx, {
    recordId: stored.id,
    values: subject.stored,
    proposal,
    transition: transition.key,
  });
  const { pending } = transition.approve ?? {};
  const opened = openingChange(call, transition, subject);
  const title = recordTitle(call, await titledRow(tx, stored.values), stored.id);
  const asked: Proposal =
    proposal.row === undefined ? proposal : { ...proposal, rowId: proposal.rowId ?? services.ids.next() };
  await claimProposedFiles(tx, stored, transition, asked);
  const besides = siteChanges(call, proposal.site);
  if (pending !== undefined && pending !== stored.status) {
    await moveRecord(asPlatform(tx), stored, { status: pending }, { action: transition.key, besides });
  } else if (opened !== undefined) {
    await moveRecord(asPlatform(tx), stored, opened, { action: transition.key, besides });
  } else {
    await writeAudit(tx, {
      recordId: stored.id,
      recordTitle: title,
      action: transition.key,
      changes: besides,
    });
  }
  const request: ApprovalRequest = {
    id: services.ids.next(),
    entityId: model.id,
    recordId: stored.id,
    recordTitle: title,
    transition: transitionId(transition),
    fromState: stateId(model, stored.status),
    pendingState: stateId(model, pending),
    proposal: storeProposal(snapshot, model, transition, asked),
    levels: chineseLevels(call, transition, levels),
    level: 0,
    status: 'open',
    parallel,
    openedBy: context.caller.userId,
    openedAt: at.toISOString(),
    closedBy: null,
    closedAt: null,
    closeReason: null,
    evidenceId: evidence.id,
    evidenceHash: evidence.hash,
    version: 1,
  };
  await insertRequest(db, request);
  await insertTasks(tx, request, levels);
  await insertCopies(tx, request, copies);
  await activateLevel(tx, request, 0);
}

/** What opening the request does to the record, which it keeps whatever becomes of the request; undefined for nothing. */
function openingChange(
  { model }: EntityCall,
  { approval }: TransitionModel,
  { record, environment }: LevelSubject,
): { readonly status?: string; readonly values: Row } | undefined {
  const { opens } = approval ?? {};
  if (opens === undefined || (opens.when !== undefined && !holds(opens.when, record, environment))) return undefined;
  const values: Row = {};
  for (const [key, expression] of Object.entries(opens.set)) {
    const field = model.field.get(key);
    if (field !== undefined) values[key] = storedValue(evaluateOver(expression, record, environment), field);
  }
  return { ...(opens.to === undefined ? {} : { status: opens.to }), values };
}

async function refuseSecond(tx: Reading, stored: StoredRecord, transition: TransitionModel): Promise<void> {
  const { call } = tx;
  const open = await recordRequests(tx.db, call.model.id, stored.id, true);
  const detail = refusalOf(call, open, transition);
  if (detail !== undefined) throw new AnlanError('guardFailed', { detail });
}

/** Why a request cannot be opened beside those that are open; undefined where it can. */
function refusalOf(
  { model }: EntityCall,
  open: readonly ApprovalRequest[],
  transition: TransitionModel,
): string | undefined {
  const parallel = transition.approve?.parallel === true;
  const other = open.find(
    (request) => !parallel || !request.parallel || request.transition === transitionId(transition),
  );
  if (other === undefined) return undefined;
  const title = Object.values(model.transitions).find((known) => transitionId(known) === other.transition)?.title;
  return say('“{title}”正在审批，不能{transition}', { title: title ?? say('另一项'), transition: transition.title });
}

/** See `ApprovalPart.against`. Levels with a condition depend on what is sent; they are told of where theirs is open. */
export async function requestsAgainst(
  tx: Reading,
  recordId: string,
): Promise<(transition: TransitionModel) => string | undefined> {
  const { call } = tx;
  const open = await recordRequests(tx.db, call.model.id, recordId, true);
  return (transition) => {
    const { approve } = transition;
    if (approve === undefined) return undefined;
    const always =
      approve.from !== undefined || Object.values(approve.levels ?? {}).some(({ when }) => when === undefined);
    const own = open.some((request) => request.transition === transitionId(transition));
    return always || own ? refusalOf(call, open, transition) : undefined;
  };
}

async function copyReceivers(
  connection: Connection,
  transition: TransitionModel,
  proposal: Proposal,
  subject: Awaited<ReturnType<typeof approvalSubject>>,
): Promise<string[]> {
  const chosen = await enabledUsers(connection, proposal.copies);
  if (chosen.length < new Set(proposal.copies).size) {
    throw new AnlanError(
      'invalidInput',
      { detail: say('抄送人不存在或已停用') },
      {
        faults: [{ pointer: '/copies', msg: say('抄送人不存在或已停用') }],
      },
    );
  }
  const named = await resolveActors(connection, transition.approve?.copies ?? [], { ...subject, title: say('抄送') });
  return [...new Set([...chosen, ...named.flatMap(({ users }) => users)].map(({ id }) => id))];
}

async function insertRequest(connection: Connection, request: ApprovalRequest): Promise<void> {
  const { proposal, levels, openedAt, closedAt: _, ...columns } = request;
  await touched(
    connection,
    platform.insertInto('approvalRequest').values({
      ...columns,
      tenantId: connection.tenantId,
      proposal: JSON.stringify(proposal),
      levels: JSON.stringify(levels),
      openedAt: new Date(openedAt),
    }),
  );
}

async function insertTasks(tx: Reading, request: ApprovalRequest, levels: readonly FrozenLevel[]): Promise<void> {
  const { db } = tx;
  const tasks = levels.flatMap(({ seats }, level) =>
    seats.flatMap(({ userIds }, seat) =>
      userIds.map((userId) => ({ id: tx.call.services.ids.next(), level, seat, userId })),
    ),
  );
  await db.execute(
    `insert into platform."approvalTask" (id, "tenantId", "requestId", "entityId", "recordId", transition, level, seat,
       "userId", "originalUserId", kind, status)
     select t.id, $1, $2, $3, $4, $5, t.level, t.seat, t."userId", t."userId", 'vote', 'waiting'
     from jsonb_to_recordset($6::jsonb) as t(id text, level integer, seat integer, "userId" text)`,
    [db.tenantId, request.id, request.entityId, request.recordId, request.transition, JSON.stringify(tasks)],
  );
}

async function insertCopies(tx: Tx, request: ApprovalRequest, userIds: readonly string[]): Promise<void> {
  const { call, db } = tx;
  const { id: requestId, entityId, recordId, openedBy, openedAt } = request;
  const copy = { tenantId: db.tenantId, requestId, entityId, recordId, sentBy: openedBy, sentAt: new Date(openedAt) };
  for (const userId of userIds) {
    await touched(
      db,
      platform
        .insertInto('approvalCopy')
        .values({ ...copy, id: call.services.ids.next(), userId })
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
  if (userIds.length === 0) return;
  await call.services.parts.notices.send(tx, {
    userIds,
    kind: 'copy',
    title: ({ model }) => say('抄送：{model}“{recordTitle}”', { model: model.title, recordTitle: request.recordTitle }),
    entityKey: call.model.key,
    recordId: request.recordId,
  });
}

/** The levels of a request as they are stored, with their titles and what their timers say in Chinese. */
function chineseLevels(
  call: EntityCall,
  transition: TransitionModel,
  levels: readonly FrozenLevel[],
): readonly FrozenLevel[] {
  return storing(call, ({ model }) => {
    const { approval, approve } = model.transitions[transition.key] ?? transition;
    return levels.map((level) => ({
      ...level,
      title: approval?.levels.find(({ key }) => key === level.key)?.title ?? level.title,
      timers: approve?.levels?.[level.key]?.timers ?? level.timers,
    }));
  });
}
