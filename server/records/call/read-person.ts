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
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly active: boolean;
  readonly dept: string[] | null;
  readonly post: string[] | null;
  readonly roles: string[];
  readonly tree: string[];
}

const lookup = `
  select u.id, u.account, u."realName", coalesce(u."isDeleted" = 0 and u.status <> '0', false) as active, u.dept, u.post,
    array(
      select r."roleCode" from data.role r
      where r."tenantId" = $1 and r.id = any(u.role) and r."isDeleted" = 0 order by r.sort, r."roleCode"
    ) as roles,
    array(
      with recursive tree as (
        select d.id from data.dept d where d."tenantId" = $1 and d.id = any(u.dept) and d."isDeleted" = 0
        union
        select d.id from data.dept d join tree on d."parentId" = tree.id where d."tenantId" = $1 and d."isDeleted" = 0
      )
      select id from tree
    ) as tree
  from data."user" u where u."tenantId" = $1 and u.id = any($2::text[])`;

/** A person of the connection's tenant with departments and roles, removed and disabled ones too; undefined for none. */
export async function readPerson(connection: Connection, userId: string): Promise<PersonRead | undefined> {
  return (await readPeople(connection, [userId])).get(userId);
}

/** Persons of the connection's tenant by id, as `readPerson` reads one; whoever is none is missing. */
export async function readPeople(
  connection: Connection,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, PersonRead>> {
  if (userIds.length === 0) return new Map();
  const rows = await connection.query<PersonRow>(lookup, [connection.tenantId, userIds]);
  return new Map(rows.map((row) => [row.id, personOf(row)]));
}

function personOf(row: PersonRow): PersonRead {
  const deptIds = row.dept ?? [];
  return {
    active: row.active,
    person: {
      userId: row.id,
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
