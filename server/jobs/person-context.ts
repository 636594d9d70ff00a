import { widestScope } from '../auth/authenticate.ts';
import type { CallContext, Clock } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { MetadataSource } from '../metadata/snapshot.ts';

/** Who asked for something, and for which company. */
export interface Asker {
  readonly tenantId: string;
  /** Company that the account belongs to. */
  readonly homeTenantId: string;
  readonly userId: string;
  readonly ip: string;
}

interface PersonRow {
  readonly account: string;
  readonly realName: string;
  readonly dept: string[] | null;
  readonly post: string[] | null;
  readonly roles: string[];
  readonly tree: string[];
}

const lookup = `
  with recursive person as (
    select account, "realName", dept, role, post from data."user"
    where "tenantId" = $1 and id = $2 and "isDeleted" = 0 and status <> '0'
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
 * The context of somebody who is not there any more, for what he asked for: with the rights that he has now. Undefined
 * where his account has been disabled or removed.
 */
export async function personContext(
  parts: { readonly database: Database; readonly metadata: MetadataSource; readonly clock: Clock },
  { tenantId, homeTenantId, userId, ip }: Asker,
  requestId: string,
): Promise<CallContext | undefined> {
  const [row] = await parts.database.withTenant(homeTenantId, (connection) =>
    connection.query<PersonRow>(lookup, [homeTenantId, userId]),
  );
  if (row === undefined) return undefined;
  const home = await parts.metadata.snapshot(homeTenantId);
  const deptIds = row.dept ?? [];
  return {
    caller: {
      userId,
      account: row.account,
      realName: row.realName,
      tenantId,
      homeTenantId,
      deptId: deptIds[0] ?? '',
      deptIds,
      deptTreeIds: row.tree,
      postIds: row.post ?? [],
      roleCodes: row.roles,
      scope: widestScope(row.roles.map((code) => home.roles.get(code)?.scope ?? 'own')),
      sessionId: '',
    },
    tenantId,
    clock: parts.clock,
    requestId,
    ip,
    idempotencyKey: undefined,
  };
}
