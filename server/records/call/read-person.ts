import type { Caller } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';

/** What a call takes of a person's account, and whether he may still sign in. */
interface PersonRead {
  readonly person: Pick<
    Caller,
    'userId' | 'account' | 'realName' | 'deptId' | 'deptIds' | 'deptTreeIds' | 'postIds' | 'roleCodes'
  >;
  readonly active: boolean;
}

interface PersonRow {
  readonly account: string;
  readonly realName: string;
  readonly active: boolean;
  readonly dept: string[] | null;
  readonly post: string[] | null;
  readonly roles: string[];
  readonly tree: string[];
}

const lookup = `
  with recursive person as (
    select account, "realName", dept, role, post, "isDeleted" = 0 and status <> '0' as active
    from data."user" where "tenantId" = $1 and id = $2
  ),
  tree as (
    select d.id from data.dept d, person where d."tenantId" = $1 and d.id = any(person.dept) and d."isDeleted" = 0
    union
    select d.id from data.dept d join tree on d."parentId" = tree.id where d."tenantId" = $1 and d."isDeleted" = 0
  )
  select account, "realName", coalesce(active, false) as active, dept, post,
    array(
      select r."roleCode" from data.role r
      where r."tenantId" = $1 and r.id = any(person.role) and r."isDeleted" = 0 order by r.sort, r."roleCode"
    ) as roles,
    array(select id from tree) as tree
  from person`;

/** A person of the connection's tenant with departments and roles, removed and disabled ones too; undefined for none. */
export async function readPerson(connection: Connection, userId: string): Promise<PersonRead | undefined> {
  const [row] = await connection.query<PersonRow>(lookup, [connection.tenantId, userId]);
  if (row === undefined) return undefined;
  const deptIds = row.dept ?? [];
  return {
    active: row.active,
    person: {
      userId,
      account: row.account,
      realName: row.realName,
      deptId: deptIds[0] ?? '',
      deptIds,
      deptTreeIds: row.tree,
      postIds: row.post ?? [],
      roleCodes: row.roles,
    },
  };
}
