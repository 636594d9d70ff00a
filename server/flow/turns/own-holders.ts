import { transitionId } from '../../../src/core/model/permanent-ids.ts';
import { isSuperior, organisationUnder, superiorsOf } from '../../access/permission/superiors.ts';
import type { Caller } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import { selvesOf } from '../../records/call/author.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { CLIMBING, type Holder, holderKey, parseHolder, stepKey } from './holder.ts';
import { allSteps } from './step-plan.ts';

/**
 * The holders that each of some persons is now: himself, head of his departments, holder of his posts and of his roles
 * for the steps to which they give him the right, and superior of whoever is called so at this moment.
 * @param people each person with his calls about the entities that are looked at.
 * @returns holders in the order of the persons.
 */
export async function ownHolders(
  db: Connection,
  people: readonly { readonly caller: Caller; readonly calls: readonly EntityCall[] }[],
): Promise<readonly (readonly string[])[]> {
  if (people.length === 0) return [];
  const callers = people.map(({ caller }) => caller);
  const userIds = callers.map(({ userId }) => userId);
  const found = await db.query<{ kind: 'head' | 'post'; of: string; id: string }>(
    `select 'head' as kind, leader as of, id from data.dept where "tenantId" = $1 and leader = any($2) and "isDeleted" = 0
     union all
     select 'post', id, "postCode" from data.post where "tenantId" = $1 and id = any($3) and "isDeleted" = 0`,
    [db.tenantId, userIds, [...new Set(callers.flatMap(({ postIds }) => postIds))]],
  );
  const climbing = await ownClimbing(db, userIds);
  return people.map(({ caller, calls }) => {
    const own: Holder[] = selvesOf(caller).map((id) => ({ kind: 'user', id }));
    for (const { kind, of, id } of found) {
      if (kind === 'head' && of === caller.userId) own.push({ kind, dept: id });
      if (kind === 'post' && caller.postIds.includes(of)) own.push({ kind, code: id });
    }
    return [...own.map(holderKey), ...calls.flatMap(ownRoles), ...climbing(caller.userId)];
  });
}

/** Roles of the person that are called for steps of an entity which he may take. */
function ownRoles({ model, context, granted }: EntityCall): readonly string[] {
  return allSteps(model).flatMap(({ transition, actors }) =>
    actors.flatMap((actor) =>
      actor.kind === 'role' && context.caller.roleCodes.includes(actor.code) && granted.has(transition.button)
        ? [holderKey({ kind: 'role', code: actor.code, step: stepKey(model.id, transitionId(transition)) })]
        : [],
    ),
  );
}

/** Of those who are called by going up, the ones that lead to each of some persons. */
async function ownClimbing(db: Connection, userIds: readonly string[]): Promise<(userId: string) => readonly string[]> {
  const rows = await db.query<{ holder: string }>(
    `select distinct holder from platform."stepTask" where "tenantId" = $1 and (${CLIMBING.map(
      (_, place) => `(holder >= $${place * 2 + 2} and holder < $${place * 2 + 3})`,
    ).join(' or ')})`,
    [db.tenantId, ...CLIMBING.flatMap((prefix) => [prefix, `${prefix.slice(0, -1)};`])],
  );
  if (rows.length === 0) return () => [];
  const organisation = await organisationUnder(db, userIds);
  const superiors = rows.map(({ holder }) => {
    const actor = climbingActor(parseHolder(holder));
    return { holder, people: actor && superiorsOf(organisation, actor.actor, actor.record) };
  });
  return (userId) => superiors.flatMap(({ holder, people }) => (people?.has(userId) === true ? [holder] : []));
}

/** A holder that is found by going up, as an actor over a record that says where from. */
export function climbingActor(holder: Holder | undefined) {
  const record = { from: holder?.kind === 'above' ? holder.dept : holder?.kind === 'superior' ? holder.user : null };
  const actor =
    holder?.kind === 'above'
      ? ({ head: 'from', up: holder.up } as const)
      : holder?.kind === 'superior'
        ? ({ superior: 'from', up: holder.up } as const)
        : undefined;
  return actor !== undefined && isSuperior(actor) ? { actor, record } : undefined;
}
