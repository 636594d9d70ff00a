import { sql } from 'kysely';
import type { DesignStep, LoggedStep } from '../../../src/core/overlay/design-log.ts';
import type { ChangedEntity, DesignChange, DesignEntry, DesignPerson } from '../../../src/core/wire/design.ts';
import type { Connection } from '../../ground/database/database.ts';
import { foundRow, foundRows, moment, platform, touched } from '../../ground/database/platform-queries.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';

/** Milliseconds for which somebody who has been seen at a draft counts as being there. */
const PRESENT = 20_000;

const nameOfUser = (tenant: string, user: string) =>
  sql<string>`coalesce((select u."realName" from data."user" u
    where u."tenantId" = ${sql.ref(tenant)} and u.id = ${sql.ref(user)}), '')`;

/** The draft of the company that is open; undefined where nothing was changed since the last one was published. */
export async function openDraft(connection: Connection): Promise<string | undefined> {
  const row = await foundRow(
    connection,
    platform
      .selectFrom('designDraft')
      .select('id')
      .where('tenantId', '=', connection.tenantId)
      .where('closedAt', 'is', null),
  );
  return row?.id;
}

/**
 * The open draft, locked until the transaction ends, so that its steps have one order; opened where there is none.
 * @param newId gives the id of one that is opened.
 */
export async function lockDraft(connection: Connection, at: Date, newId: () => string): Promise<string> {
  const { tenantId } = connection;
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`anlan.design ${tenantId}`]);
  const open = await openDraft(connection);
  if (open !== undefined) return open;
  const id = newId();
  await touched(
    connection,
    platform.insertInto('designDraft').values({ tenantId, id, openedAt: at, closedAt: null, discarded: false }),
  );
  return id;
}

/**
 * Closes a draft; what was published of it is known from the change, what was not is in the next one.
 * @param discarded whether it was given up. Default published.
 */
export async function closeDraft(connection: Connection, id: string, at: Date, discarded = false): Promise<void> {
  await touched(
    connection,
    platform
      .updateTable('designDraft')
      .set({ closedAt: at, discarded })
      .where('tenantId', '=', connection.tenantId)
      .where('id', '=', id),
  );
}

/** Whether a draft was given up, with all that had been done to it. */
export async function isDiscarded(connection: Connection, id: string): Promise<boolean> {
  const row = await foundRow(
    connection,
    platform
      .selectFrom('designDraft')
      .select('discarded')
      .where('tenantId', '=', connection.tenantId)
      .where('id', '=', id),
  );
  return row?.discarded === true;
}

/** The draft, open or closed, that has taken a step; undefined where none has. */
export async function draftOfStep(connection: Connection, stepId: string): Promise<string | undefined> {
  const row = await foundRow(
    connection,
    platform
      .selectFrom('designStep')
      .select('draftId')
      .where('tenantId', '=', connection.tenantId)
      .where('stepId', '=', stepId),
  );
  return row?.draftId;
}

/** The steps of a draft behind a number, in their order. */
export async function readSteps(
  connection: Connection,
  draftId: string,
  after: number,
  timeZone: string,
): Promise<readonly DesignEntry[]> {
  const rows = await foundRows(
    connection,
    platform
      .selectFrom('designStep as s')
      .select(['s.seq', 's.userId', 's.step', 's.at'])
      .select(nameOfUser('s.tenantId', 's.userId').as('userName'))
      .where('s.tenantId', '=', connection.tenantId)
      .where('s.draftId', '=', draftId)
      .where('s.seq', '>', after)
      .orderBy('s.seq'),
  );
  return rows.map(({ seq, userId, userName, step, at }) => ({
    seq,
    userId,
    userName,
    at: wallClockOfStored(at, timeZone),
    step: JSON.parse(step) as DesignStep,
  }));
}

/** Adds a step to a draft that is locked. */
export async function addStep(
  connection: Connection,
  draftId: string,
  { seq, userId, step }: LoggedStep,
  at: Date,
): Promise<void> {
  const { tenantId } = connection;
  const row = { tenantId, draftId, seq, stepId: step.id, userId, step: JSON.stringify(step), at };
  await touched(connection, platform.insertInto('designStep').values(row));
}

/** Notes that somebody is at the draft, and tells who else is. */
export async function present(
  connection: Connection,
  userId: string,
  entity: string,
  at: Date,
): Promise<readonly DesignPerson[]> {
  const { tenantId } = connection;
  await touched(
    connection,
    platform
      .insertInto('designPresence')
      .values({ tenantId, userId, entity, seenAt: at })
      .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet({ entity, seenAt: at })),
  );
  return foundRows(
    connection,
    platform
      .selectFrom('designPresence as p')
      .select(['p.userId', 'p.entity'])
      .select(nameOfUser('p.tenantId', 'p.userId').as('userName'))
      .where('p.tenantId', '=', tenantId)
      .where('p.userId', '<>', userId)
      .where('p.seenAt', '>', moment(new Date(at.getTime() - PRESENT)))
      .orderBy('p.userId'),
  );
}

/** A change to be noted. */
interface NewChange {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  readonly userId: string;
  readonly at: Date;
  readonly rollbackTo: string | null;
  readonly entities: readonly ChangedEntity[];
  /** What was done about records, in words. */
  readonly choices: readonly string[];
}

/** Notes a change in the transaction that lets it serve. */
export async function noteChange(connection: Connection, { entities, choices, ...change }: NewChange): Promise<void> {
  const { tenantId } = connection;
  const row = { tenantId, ...change, entities: JSON.stringify(entities), choices: JSON.stringify(choices) };
  await touched(connection, platform.insertInto('designChange').values(row));
}

/** Changes of a company, the newest first; at most 200. */
export async function readChanges(connection: Connection, timeZone: string): Promise<readonly DesignChange[]> {
  const rows = await foundRows(
    connection,
    platform
      .selectFrom('designChange as c')
      .select(['c.id', 'c.title', 'c.reason', 'c.at', 'c.rollbackTo', 'c.entities', 'c.choices'])
      .select(nameOfUser('c.tenantId', 'c.userId').as('userName'))
      .where('c.tenantId', '=', connection.tenantId)
      .orderBy('c.at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(200),
  );
  return rows.map(({ at, entities, choices, ...change }) => ({
    ...change,
    at: wallClockOfStored(at, timeZone),
    choices: JSON.parse(choices) as readonly string[],
    entities: JSON.parse(entities) as readonly ChangedEntity[],
  }));
}
