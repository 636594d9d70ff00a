import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { ADMINISTRATOR, SEPARATE_ROLES } from '../../access/permission/separation.ts';
import type { Connection } from '../../ground/database/database.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall, withModel } from '../../records/call/entity-call.ts';
import type { EntityServices, Tx } from '../../records/call/ports.ts';
import { transact } from '../../records/write/transact.ts';
import { holdersOf } from '../people.ts';
import type { ClaimedMessage } from './claim-messages.ts';
import { MESSAGE_ENTITY } from './outbox-table.ts';

/** Seconds within which people are told but once that a connector takes nothing. */
const TOLD_AGAIN = 3600;

/** How an attempt ended. */
interface Attempt {
  /** Why it was not accepted; null where it was. */
  readonly fault: string | null;
  /** When it is tried again; null where it has arrived or is given up. */
  readonly again: Date | null;
  readonly now: Date;
}

/** Characters of a fault that a record keeps. */
const MOST_SAID = 200;

type State = 'waiting' | 'sent' | 'failed';

const stateOf = ({ fault, again }: Attempt): State => (fault === null ? 'sent' : again === null ? 'failed' : 'waiting');

/**
 * Notes how an attempt ended, and fires what follows from it, in one transaction: whoever dies before it tries again
 * under the same id, and nothing follows twice. Where what follows is refused, the message says so.
 */
export async function settleMessage(
  services: EntityServices,
  message: ClaimedMessage,
  attempt: Attempt,
): Promise<void> {
  const context = systemContext(message.tenantId, { now: () => attempt.now }, `outbox-${message.id}`);
  const snapshot = await services.metadata.snapshot(message.tenantId);
  const model = snapshot.entities.get(message.entityKey) ?? snapshot.entities.get(MESSAGE_ENTITY);
  if (model === undefined) {
    await services.database.transaction(message.tenantId, (connection) =>
      note(connection, message, attempt, undefined),
    );
    return;
  }
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  const noted = (tx: Tx, besides?: string) => noteAndTell(tx, message, attempt, besides);
  const follows = model.key === message.entityKey && message.answer !== null;
  try {
    await transact(call, async (tx) => {
      if (follows) await lockGroup(tx.db, message);
      if ((await noted(tx)) && follows) await follow(tx, message, attempt);
    });
  } catch (error) {
    if (!(error instanceof AnlanError)) throw error;
    const fault = say('应答后的流转没有执行：{reason}', { reason: error.message });
    await transact(call, (tx) => noted(tx, fault));
  }
}

/** @returns whether it was still this attempt's to note. */
async function noteAndTell(tx: Tx, message: ClaimedMessage, attempt: Attempt, besides?: string): Promise<boolean> {
  const shown = tx.call.snapshot.entities.has(MESSAGE_ENTITY) ? (besides ?? attempt.fault) : undefined;
  if (!(await note(tx.db, message, attempt, shown))) return false;
  if (stateOf(attempt) === 'failed') await tellFailed(tx, message, attempt);
  return true;
}

/** @param shown the fault that administrators see; undefined where there is nothing by which they see messages. */
async function note(
  connection: Connection,
  { tenantId, id, attempts }: ClaimedMessage,
  attempt: Attempt,
  shown: string | null | undefined,
): Promise<boolean> {
  const { fault, again, now } = attempt;
  const state = stateOf(attempt);
  const sent = state === 'sent' ? now : null;
  // Only what is still this attempt's: a runner that was thought dead must not undo what another one did.
  const mine = await connection.execute(
    `update platform.outbox set "tryTime" = $4, "sentTime" = $5, fault = $6
     where "tenantId" = $1 and id = $2 and attempts = $3 and "tryTime" is not null`,
    [tenantId, id, attempts, again, sent, fault],
  );
  if (mine === 0) return false;
  if (shown === undefined) return true;
  const done = state === 'waiting' ? null : now;
  await connection.execute(
    `update data."outgoingMessage" set status = $3, attempts = $4, fault = $5, "nextTime" = $6, "doneTime" = $7,
       "updateTime" = clock_timestamp(), version = version + 1 where "tenantId" = $1 and id = $2`,
    [tenantId, id, state, attempts, shown, again, done],
  );
  return true;
}

/** Locks all messages of an effect in one order, so that of two that end at once the second sees both. */
function lockGroup(connection: Connection, { tenantId, groupId }: ClaimedMessage): Promise<unknown> {
  return connection.query(
    'select 1 from platform.outbox where "tenantId" = $1 and "groupId" = $2 order by id for update',
    [tenantId, groupId],
  );
}

/** Fires what follows once it is known of all messages of an effect what has become of them. */
async function follow(
  tx: Tx,
  { tenantId, groupId, recordId, answer }: ClaimedMessage,
  { fault, again }: Attempt,
): Promise<void> {
  if (answer === null) return;
  const said = answer.why === undefined || fault === null ? {} : { [answer.why]: fault.slice(0, MOST_SAID) };
  if (again !== null) {
    if (answer.again !== undefined) await tx.verbs.fire(tx, recordId, answer.again, said);
    return;
  }
  const group = await tx.db.query<{ open: boolean; sent: boolean }>(
    `select "tryTime" is not null as open, "sentTime" is not null as sent from platform.outbox
     where "tenantId" = $1 and "groupId" = $2`,
    [tenantId, groupId],
  );
  if (group.some(({ open }) => open)) return;
  const key = group.every(({ sent }) => sent) ? answer.done : answer.failed;
  if (key !== undefined) await tx.verbs.fire(tx, recordId, key, key === answer.done ? {} : said);
}

/** Tells whom the connector names, else the administrators, that a message was given up; for many at once but once. */
async function tellFailed(tx: Tx, { tenantId, id, route, kind }: ClaimedMessage, { fault, now }: Attempt) {
  const { db, call } = tx;
  const model = call.snapshot.entities.get(MESSAGE_ENTITY);
  if (model === undefined) return;
  const since = new Date(now.getTime() - TOLD_AGAIN * 1000);
  const told = await db.query(
    `select 1 from data."outgoingMessage" where "tenantId" = $1 and route = $2 and "sendKind" = $3 and status = 'failed'
       and id <> $4 and "doneTime" > $5 limit 1`,
    [tenantId, route, kind, id, since],
  );
  if (told.length > 0) return;
  const [connector] = await db.query<{ tell: readonly string[] | null }>(
    `select tell from data.connector where "tenantId" = $1 and connector = $2 and "isDeleted" = 0`,
    [tenantId, route],
  );
  const named = connector?.tell ?? [];
  const users = named.length > 0 ? named : await administratorsOf(db);
  await call.services.parts.notices.send(withModel(tx, model), {
    userIds: users,
    kind: 'reminder',
    title: () => say('发往“{route}”的消息未能送出', { route }),
    text: () => fault ?? '',
    entityKey: MESSAGE_ENTITY,
    recordId: id,
  });
}

/** Administrators, and those of the system where their powers are divided. */
async function administratorsOf(connection: Connection): Promise<readonly string[]> {
  const [system] = SEPARATE_ROLES;
  const found = await Promise.all([ADMINISTRATOR, system].map((code) => holdersOf(connection, 'role', { code })));
  return [...new Set(found.flatMap(({ users }) => users.map(({ id }) => id)))];
}
