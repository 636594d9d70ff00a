import type { Person } from '../../../src/core/wire/people.ts';
import type { Connection } from '../../ground/database/database.ts';

/** Which persons of the tenant are asked for; enabled ones only. */
export interface PersonFilter {
  /** Part of name, account or staff number. */
  readonly search?: string | undefined;
  /** Part of the name. */
  readonly realName?: string | undefined;
  readonly account?: string | undefined;
  /** One of the person's departments. */
  readonly deptIds?: readonly string[] | undefined;
  readonly roleId?: string | undefined;
  readonly roleCode?: string | undefined;
  readonly postId?: string | undefined;
  /** Rows to skip and to take; all by default. */
  readonly skip?: number;
  readonly take?: number;
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

function conditions(connection: Connection, filter: PersonFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [connection.tenantId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where = [`u."tenantId" = $1`, `u."isDeleted" = 0`, `u.status <> '0'`];
  if (filter.search !== undefined) {
    const text = bind(containing(filter.search));
    where.push(`(u."realName" like ${text} or u.account like ${text} or u."staffNo" like ${text})`);
  }
  if (filter.realName !== undefined) where.push(`u."realName" like ${bind(containing(filter.realName))}`);
  if (filter.account !== undefined) where.push(`u.account like ${bind(containing(filter.account))}`);
  if (filter.deptIds !== undefined) where.push(`u.dept && ${bind(filter.deptIds)}::text[]`);
  if (filter.roleId !== undefined) where.push(`u.role @> array[${bind(filter.roleId)}]::text[]`);
  if (filter.postId !== undefined) where.push(`u.post @> array[${bind(filter.postId)}]::text[]`);
  if (filter.roleCode !== undefined) {
    where.push(
      `u.role && array(select r.id from data.role r
        where r."tenantId" = $1 and r."isDeleted" = 0 and r."roleCode" = ${bind(filter.roleCode)})`,
    );
  }
  return { where: where.join(' and '), values };
}

/** Persons of the connection's tenant by staff number. */
export async function listPersons(connection: Connection, filter: PersonFilter): Promise<Person[]> {
  const { where, values } = conditions(connection, filter);
  const page = filter.take === undefined ? '' : ` limit ${Number(filter.take)} offset ${Number(filter.skip ?? 0)}`;
  return connection.query<Person>(
    `select u.id, u."realName", u.account, u.dept[1] as "deptId", coalesce(u.dept, '{}') as "deptIds", d."deptName"
     from data."user" u
     left join data.dept d on d."tenantId" = u."tenantId" and d.id = u.dept[1]
     where ${where} order by u."staffNo", u.id${page}`,
    values,
  );
}

/** How many persons a filter finds. */
export async function countPersons(connection: Connection, filter: PersonFilter): Promise<number> {
  const { where, values } = conditions(connection, filter);
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from data."user" u where ${where}`,
    values,
  );
  return row?.count ?? 0;
}
