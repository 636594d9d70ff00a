import type { Actor } from '../../../src/core/dialect/entity.generated.ts';
import type { RecordValues } from '../../../src/core/validation/record-environment.ts';
import type { Connection } from '../../ground/database/database.ts';
import { ENABLED_ACCOUNTS } from './enabled-accounts.ts';

/** Actors who are found by going up from a department. */
type SuperiorActor =
  | Extract<Actor, { superior: string }>
  | (Extract<Actor, { head: string }> & { readonly up: number | 'times' });

interface Department {
  readonly id: string;
  readonly parentId: string | null;
  /** Its head where his account is in use. */
  readonly head: string | null;
}

/** What superiors are found by: the tenant's departments, and the departments of persons. */
export interface Organisation {
  readonly departments: ReadonlyMap<string, Department>;
  /** Departments by person. Whoever is missing has no superior. */
  readonly deptsOf: ReadonlyMap<string, readonly string[]>;
}

/** Whether an actor is found by going up; `head` without `up` is the head of that very department. */
export function isSuperior(actor: Actor): actor is SuperiorActor {
  return typeof actor === 'object' && ('superior' in actor || ('head' in actor && actor.up !== undefined));
}

/** Ids of people or departments in a value; a lone one as a list. */
function listedIds(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '');
}

/**
 * The superiors whom an actor names over a record: one for each department or person of its field, or none where nobody
 * heads anything up to the root. `times` is the level that `"up": "times"` stands for; beyond the top it stays there.
 */
export function superiorsOf(
  { departments, deptsOf }: Organisation,
  actor: SuperiorActor,
  record: RecordValues,
  times = 0,
): ReadonlySet<string> {
  const up = actor.up === 'times' ? times : (actor.up ?? 0);
  const starts =
    'head' in actor
      ? listedIds(record[actor.head]).map((dept) => ({ dept, self: undefined }))
      : listedIds(record[actor.superior]).flatMap((self) => (deptsOf.get(self) ?? []).map((dept) => ({ dept, self })));
  const found = starts.map(({ dept, self }) => {
    const ladder = headsAbove(departments, dept).filter((head) => head !== self);
    return ladder[Math.min(up, ladder.length - 1)];
  });
  return new Set(found.filter((head) => head !== undefined));
}

/** Heads from a department up to the root, each once; vacancies are no step. */
function headsAbove(departments: Organisation['departments'], from: string): readonly string[] {
  const heads = new Set<string>();
  const passed = new Set<string>();
  let dept = departments.get(from);
  while (dept !== undefined && !passed.has(dept.id)) {
    passed.add(dept.id);
    if (dept.head !== null) heads.add(dept.head);
    dept = dept.parentId === null ? undefined : departments.get(dept.parentId);
  }
  return [...heads];
}

/** The organisation as far as it is needed to name the superiors of a record. */
export async function organisationFor(
  connection: Connection,
  actor: SuperiorActor,
  record: RecordValues,
): Promise<Organisation> {
  const people = 'superior' in actor ? listedIds(record[actor.superior]) : [];
  return {
    departments: await readDepartments(connection),
    deptsOf: people.length === 0 ? new Map() : await readDeptsOf(connection, 'u.id = any($2)', people),
  };
}

/** The organisation as far as it is needed to tell of any record whether one of some persons is the superior that it names. */
export async function organisationUnder(connection: Connection, userIds: readonly string[]): Promise<Organisation> {
  const departments = await readDepartments(connection);
  const below = [...departments.keys()].filter((id) =>
    headsAbove(departments, id).some((head) => userIds.includes(head)),
  );
  const deptsOf = below.length === 0 ? new Map() : await readDeptsOf(connection, 'u.dept && $2', below);
  return { departments, deptsOf };
}

async function readDepartments(connection: Connection): Promise<Organisation['departments']> {
  const rows = await connection.query<Department>(
    `select d.id, d."parentId", u.id as head from data.dept d left join data."user" u on ${ENABLED_ACCOUNTS} and u.id = d.leader
     where d."tenantId" = $1 and d."isDeleted" = 0`,
    [connection.tenantId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readDeptsOf(
  connection: Connection,
  condition: string,
  ids: readonly string[],
): Promise<Organisation['deptsOf']> {
  const rows = await connection.query<{ id: string; dept: readonly string[] | null }>(
    `select u.id, u.dept from data."user" u where u."tenantId" = $1 and u."isDeleted" = 0 and ${condition}`,
    [connection.tenantId, ids],
  );
  return new Map(rows.map(({ id, dept }) => [id, dept ?? []]));
}
