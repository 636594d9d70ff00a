import { say } from '../../src/core/text/say.ts';
import { ENABLED_ACCOUNTS } from '../access/permission/enabled-accounts.ts';
import type { Connection } from '../ground/database/database.ts';
import { textIds } from '../records/call/record-row.ts';

/** A person as whoever is told or asked needs him. */
export interface NamedPerson {
  readonly id: string;
  readonly realName: string;
}

/** Persons behind one thing that stands for people, with its name; enabled accounts of the tenant only. */
export interface NamedPeople {
  readonly title: string;
  readonly users: readonly NamedPerson[];
}

/** Enabled persons among ids, in the order of the ids. */
export async function enabledUsers(connection: Connection, ids: readonly string[]): Promise<NamedPerson[]> {
  if (ids.length === 0) return [];
  return connection.query<NamedPerson>(
    `select u.id, u."realName" from data."user" u where ${ENABLED_ACCOUNTS} and u.id = any($2)
     order by array_position($2::text[], u.id)`,
    [connection.tenantId, ids],
  );
}

/** The heads of departments. */
export async function headsOf(connection: Connection, value: unknown): Promise<NamedPeople> {
  const users = await connection.query<NamedPerson & { dept: string }>(
    `select u.id, u."realName", d."deptName" as dept from data.dept d
     join data."user" u on u."tenantId" = d."tenantId" and u.id = d.leader
     where ${ENABLED_ACCOUNTS} and d."isDeleted" = 0 and d.id = any($2) order by array_position($2::text[], d.id)`,
    [connection.tenantId, textIds(value)],
  );
  const depts = [...new Set(users.map(({ dept }) => dept))].join('、');
  return { title: depts === '' ? say('部门负责人') : say('{depts}负责人', { depts }), users };
}

/** People who hold roles or posts, named by a code or by ids; by staff number. */
export async function holdersOf(
  connection: Connection,
  kind: 'role' | 'post',
  by: { readonly code: string } | { readonly ids: unknown },
): Promise<NamedPeople> {
  const [condition, value] = 'code' in by ? [`h."${kind}Code" = $2`, by.code] : ['h.id = any($2)', textIds(by.ids)];
  const found = await connection.query<{ id: string; name: string }>(
    `select h.id, h."${kind}Name" as name from data.${kind} h where h."tenantId" = $1 and h."isDeleted" = 0 and ${condition}`,
    [connection.tenantId, value],
  );
  const users = await connection.query<NamedPerson>(
    `select u.id, u."realName" from data."user" u where ${ENABLED_ACCOUNTS} and u.${kind} && $2 order by u."staffNo", u.id`,
    [connection.tenantId, found.map(({ id }) => id)],
  );
  return { title: found.map(({ name }) => name).join('、') || String(value), users };
}
