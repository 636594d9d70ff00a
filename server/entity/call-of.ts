import type { Caller } from '../context.ts';
import type { Connection } from '../database/database.ts';
import type { EntityCall } from './entity-call.ts';

interface PersonRow {
  readonly account: string;
  readonly realName: string;
  readonly dept: string[] | null;
  readonly post: string[] | null;
  readonly roles: string[];
  readonly tree: string[];
}

const person = `
  with recursive person as (
    select account, "realName", dept, role, post from data."user" where "tenantId" = $1 and id = $2
  ),
  tree as (
    select d.id from data.dept d, person where d."tenantId" = $1 and d.id = any(person.dept) and d."isDeleted" = 0
    union
    select d.id from data.dept d join tree on d."parentId" = tree.id where d."tenantId" = $1 and d."isDeleted" = 0
  )
  select account, "realName", dept, post,
    array(
      select r."roleCode" from data.role r
      where r."tenantId" = $1 and r.id = any(person.role) and r."isDeleted" = 0 order by r.sort, r."roleCode"
    ) as roles,
    array(select id from tree) as tree
  from person`;

/**
 * The same call, made by another person of the tenant: for what he asked for and somebody else's decision lets happen.
 * Rights stay those of the call. Where there is no such person the call stays as it is.
 */
export async function callOf(call: EntityCall, connection: Connection, userId: string): Promise<EntityCall> {
  const { caller } = call.context;
  if (userId === caller.userId) return call;
  const [row] = await connection.query<PersonRow>(person, [connection.tenantId, userId]);
  if (row === undefined) return call;
  const deptIds = row.dept ?? [];
  const other: Caller = {
    ...caller,
    userId,
    account: row.account,
    realName: row.realName,
    deptId: deptIds[0] ?? '',
    deptIds,
    deptTreeIds: row.tree,
    postIds: row.post ?? [],
    roleCodes: row.roles,
    sessionId: '',
  };
  const me = {
    ...call.world.me,
    userId,
    account: row.account,
    realName: row.realName,
    deptId: deptIds[0] ?? null,
    deptIds: row.tree,
    roles: row.roles,
  };
  return { ...call, context: { ...call.context, caller: other }, world: { ...call.world, me } };
}
