import type { Actor } from '../../../src/core/dialect/entity.generated.ts';
import { type ExpressionNode, type ExpressionUser, evaluateCondition } from '../../../src/core/expression/index.ts';
import { isAlias } from '../../../src/core/model/alias.ts';
import {
  type RecordEnvironment,
  type RecordValues,
  recordNames,
} from '../../../src/core/validation/record-environment.ts';
import { ENABLED_ACCOUNTS } from '../../access/permission/enabled-accounts.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { isSuperior, organisationFor, superiorsOf } from '../../access/permission/superiors.ts';
import type { Reading } from '../../records/call/ports.ts';
import { textIds } from '../../records/call/record-row.ts';
import { enabledUsers, headsOf, holdersOf, type NamedPerson } from '../people.ts';

/** What actors are looked up over, besides the record. */
interface RecipientParts {
  readonly environment: RecordEnvironment;
  /** What was proposed, for `{proposal}`. */
  readonly proposal?: RecordValues;
  /** How often it was told before, for `"up": "times"`. Default never. */
  readonly times?: number;
}

interface Person {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly dept: readonly string[] | null;
  readonly deptTree: readonly string[];
  readonly roles: readonly string[];
}

/**
 * The people whom actors name, each once: enabled accounts of the tenant only. `system` is nobody. Buttons are not
 * asked for: being told is no right.
 */
export async function recipientsOf(
  tx: Reading,
  actors: readonly Actor[],
  record: RecordValues,
  parts: RecipientParts,
): Promise<readonly string[]> {
  const { db } = tx;
  const found = new Set<string>();
  const take = (ids: Iterable<string>) => {
    for (const id of ids) found.add(id);
  };
  const named = (users: readonly NamedPerson[]) => take(users.map(({ id }) => id));
  for (const actor of actors) {
    if (actor === 'system') continue;
    if (actor === 'creator') take(textIds(record.createUser));
    else if (actor === 'everyone') take(await matching(tx, 'true', record, parts));
    else if (isSuperior(actor)) take(superiorsOf(await organisationFor(db, actor, record), actor, record, parts.times));
    else if ('field' in actor) take(textIds(record[actor.field]));
    else if ('proposal' in actor) take(textIds(parts.proposal?.[actor.proposal]));
    else if ('row' in actor) take(textIds(parts.proposal?.[actor.row]));
    else if ('role' in actor) named((await holdersOf(db, 'role', { code: actor.role })).users);
    else if ('post' in actor) named((await holdersOf(db, 'post', { code: actor.post })).users);
    else if ('head' in actor) named((await headsOf(db, record[actor.head])).users);
    else take(await matching(tx, actor.expression, record, parts));
  }
  // Behind a pseudonym is nobody that could be looked up; his inbox takes what comes under it.
  const aliases = [...found].filter(isAlias);
  return [...(await enabledUsers(db, [...found])).map(({ id }) => id), ...aliases];
}

/** Conditions by which actors are named, so that what they reach beyond the record is read before they are looked up. */
export function actorNodes(actors: readonly Actor[]): readonly ExpressionNode[] {
  return actors.flatMap((actor) =>
    typeof actor === 'object' && 'expression' in actor ? [expressionNode(actor.expression)] : [],
  );
}

/** People for whom a condition about `me` holds. */
async function matching(tx: Reading, source: string, record: RecordValues, parts: RecipientParts): Promise<string[]> {
  const { db } = tx;
  const rows = await db.query<Person>(
    `with recursive tree as (
       select id as root, id from data.dept where "tenantId" = $1 and "isDeleted" = 0
       union
       select tree.root, d.id from data.dept d join tree on d."parentId" = tree.id
       where d."tenantId" = $1 and d."isDeleted" = 0
     )
     select u.id, u.account, u."realName", u.dept,
       array(select distinct tree.id from tree where tree.root = any(u.dept)) as "deptTree",
       array(select r."roleCode" from data.role r
             where r."tenantId" = $1 and r.id = any(u.role) and r."isDeleted" = 0) as roles
     from data."user" u where ${ENABLED_ACCOUNTS} order by u.id`,
    [db.tenantId],
  );
  const node = expressionNode(source);
  const { environment, proposal } = parts;
  const names = recordNames(record, proposal === undefined ? environment : { ...environment, row: proposal });
  return rows.flatMap((person) => {
    const me: ExpressionUser = {
      userId: person.id,
      account: person.account,
      realName: person.realName,
      deptId: person.dept?.[0] ?? null,
      deptIds: person.deptTree,
      roles: person.roles,
      tenantId: tx.call.context.tenantId,
    };
    const holds = evaluateCondition(node, {
      ...parts.environment,
      me,
      names,
    });
    return holds ? [person.id] : [];
  });
}
