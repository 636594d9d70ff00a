import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Delegation } from '../../../src/core/wire/approval.ts';
import type { CallContext } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import { foundRow, moment, platform, touched } from '../../ground/database/platform-queries.ts';
import { instantOfWallClock, wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { enabledUsers } from '../people.ts';
import type {} from './approval-tables.ts';

/** How often tasks are handed on where a delegate has delegated too. */
const LONGEST_CHAIN = 5;

/** Who takes the tasks of these persons at an instant; persons without a delegation are left out. */
export async function delegatesOf(
  connection: Connection,
  userIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  let asked = [...new Set(userIds)];
  for (let round = 0; round < LONGEST_CHAIN && asked.length > 0; round += 1) {
    const rows = await connection.query<{ userId: string; delegateId: string }>(
      `select distinct on (d."userId") d."userId", d."delegateId" from platform."approvalDelegation" d
       join data."user" u on u."tenantId" = d."tenantId" and u.id = d."delegateId" and u."isDeleted" = 0 and u.status <> '0'
       where d."tenantId" = $1 and d."userId" = any($2) and d."endedAt" is null
         and d."startTime" <= $3 and d."endTime" > $3
       order by d."userId", d."createTime" desc, d.id desc`,
      [connection.tenantId, asked, at.toISOString()],
    );
    for (const { userId, delegateId } of rows) known.set(userId, delegateId);
    asked = rows.map(({ delegateId }) => delegateId).filter((id) => !known.has(id));
  }
  const found = new Map<string, string>();
  for (const userId of userIds) {
    const passed = new Set([userId]);
    let current = userId;
    for (let next = known.get(current); next !== undefined && !passed.has(next); next = known.get(current)) {
      passed.add(next);
      current = next;
    }
    if (current !== userId) found.set(userId, current);
  }
  return found;
}

/** What a person says of a delegation. */
interface DelegationInput {
  readonly delegateId: string;
  /** Wall-clock texts of the tenant. */
  readonly startTime: string;
  readonly endTime: string;
  readonly reason: string | undefined;
}

/** Makes a standing delegation of the caller's. Throws invalidInput at what is wrong. */
export async function saveDelegation(
  context: CallContext,
  connection: Connection,
  zone: string,
  id: string,
  input: DelegationInput,
): Promise<string> {
  const { userId } = context.caller;
  const now = context.clock.now();
  const start = instantOfWallClock(input.startTime, zone);
  const end = instantOfWallClock(input.endTime, zone);
  if (start === undefined) throw invalidInput([{ pointer: '/startTime', msg: say('开始时间不正确') }]);
  if (end === undefined) throw invalidInput([{ pointer: '/endTime', msg: say('结束时间不正确') }]);
  if (end <= start) throw invalidInput([{ pointer: '/endTime', msg: say('结束时间须晚于开始时间') }]);
  if (end <= now) throw invalidInput([{ pointer: '/endTime', msg: say('结束时间已过') }]);
  if (input.delegateId === userId) throw invalidInput([{ pointer: '/delegateId', msg: say('不能委托给自己') }]);
  const [delegate] = await enabledUsers(connection, [input.delegateId]);
  if (delegate === undefined) throw invalidInput([{ pointer: '/delegateId', msg: say('受托人不存在或已停用') }]);
  if ((input.reason?.length ?? 0) > 200)
    throw invalidInput([{ pointer: '/reason', msg: say('委托原因不能超过200个字') }]);
  await connection.execute("select pg_advisory_xact_lock(hashtext('anlan.delegation'), hashtext($1))", [userId]);
  const { tenantId } = connection;
  const other = await foundRow(
    connection,
    platform
      .selectFrom('approvalDelegation')
      .select('id')
      .where((delegation) => delegation.and({ tenantId, userId }))
      .where('endedAt', 'is', null)
      .where('startTime', '<', moment(end))
      .where('endTime', '>', moment(start))
      .limit(1),
  );
  if (other !== undefined) throw new AnlanError('guardFailed', { detail: say('该时间段内已有委托，请先取消') });
  const { delegateId, reason = null } = input;
  await touched(
    connection,
    platform
      .insertInto('approvalDelegation')
      .values({ id, tenantId, userId, delegateId, startTime: start, endTime: end, reason, createTime: now }),
  );
  return id;
}

/** The caller's delegations, newest first. */
export async function listDelegations(
  context: CallContext,
  connection: Connection,
  zone: string,
): Promise<Delegation[]> {
  const now = context.clock.now().toISOString();
  const rows = await connection.query<Delegation & { endedAt: string | null; past: boolean }>(
    `select d.id, d."delegateId", coalesce(u."realName", '') as "delegateName", d."startTime", d."endTime", d.reason,
       d."endedAt", d."endTime" <= $3 as past
     from platform."approvalDelegation" d
     left join data."user" u on u."tenantId" = d."tenantId" and u.id = d."delegateId"
     where d."tenantId" = $1 and d."userId" = $2 order by d."createTime" desc, d.id desc limit 200`,
    [connection.tenantId, context.caller.userId, now],
  );
  return rows.map(({ endedAt, past, ...row }) => ({
    ...row,
    startTime: wallClockOfStored(row.startTime, zone),
    endTime: wallClockOfStored(row.endTime, zone),
    ended: endedAt !== null || past,
  }));
}

/** Takes a delegation of the caller's back; tasks that were handed over stay where they are. */
export async function endDelegation(context: CallContext, connection: Connection, id: string): Promise<void> {
  const changed = await touched(
    connection,
    platform
      .updateTable('approvalDelegation')
      .set({ endedAt: context.clock.now() })
      .where((delegation) => delegation.and({ tenantId: connection.tenantId, userId: context.caller.userId, id }))
      .where('endedAt', 'is', null),
  );
  if (changed === 0) throw new AnlanError('notFound', { what: say('委托') });
}
