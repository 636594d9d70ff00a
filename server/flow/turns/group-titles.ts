import type { Connection } from '../../ground/database/database.ts';

/** What roles and posts of the tenant are called. */
export interface GroupTitles {
  /** The code itself where the tenant has none of it. */
  titleOf(kind: 'role' | 'post', code: string): string;
}

/** Reads what the tenant calls its roles and posts. */
export async function readGroupTitles(db: Connection): Promise<GroupTitles> {
  const rows = await db.query<{ kind: string; code: string; title: string }>(
    `select 'role' as kind, "roleCode" as code, "roleName" as title from data.role where "tenantId" = $1 and "isDeleted" = 0
     union all
     select 'post', "postCode", "postName" from data.post where "tenantId" = $1 and "isDeleted" = 0`,
    [db.tenantId],
  );
  const titles = new Map(rows.map(({ kind, code, title }) => [`${kind} ${code}`, title]));
  return { titleOf: (kind, code) => titles.get(`${kind} ${code}`) ?? code };
}
