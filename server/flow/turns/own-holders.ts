import { transitionId } from '../../../src/core/model/permanent-ids.ts';
import { isSuperior, organisationUnder, superiorsOf } from '../../access/permission/superiors.ts';
import type { Connection } from '../../ground/database/database.ts';
import { selvesOf } from '../../records/call/author.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { CLIMBING, type Holder, holderKey, parseHolder, stepKey } from './holder.ts';
import { allSteps } from './step-plan.ts';

/**
 * The holders that a person is now: himself, head of his departments, holder of his posts and of his roles for the steps
 * to which they give him the right, and superior of whoever is called so at this moment.
 * @param calls the person's calls about the entities that are looked at.
 */
export async function ownHolders(db: Connection, calls: readonly EntityCall[]): Promise<readonly string[]> {
  const [first] = calls;
  if (first === undefined) return [];
  const { caller } = first.context;
  const own: Holder[] = selvesOf(caller).map((id) => ({ kind: 'user', id }));
  const found = await db.query<{ kind: 'head' | 'post'; id: string }>(
    `select 'head' as kind, id from data.dept where "tenantId" = $1 and leader = $2 and "isDeleted" = 0
     union all
     select 'post', "postCode" from data.post where "tenantId" = $1 and id = any($3) and "isDeleted" = 0`,
    [db.tenantId, caller.userId, caller.postIds],
  );
  for (const { kind, id } of found) own.push(kind === 'head' ? { kind, dept: id } : { kind, code: id });
  return [...own.map(holderKey), ...calls.flatMap(ownRoles), ...(await ownClimbing(db, caller.userId))];
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

/** Of those who are called by going up, the ones that lead to the person. */
async function ownClimbing(db: Connection, userId: string): Promise<readonly string[]> {
  const rows = await db.query<{ holder: string }>(
    `select distinct holder from platform."stepTask" where "tenantId" = $1 and (${CLIMBING.map(
      (_, place) => `(holder >= $${place * 2 + 2} and holder < $${place * 2 + 3})`,
    ).join(' or ')})`,
    [db.tenantId, ...CLIMBING.flatMap((prefix) => [prefix, `${prefix.slice(0, -1)};`])],
  );
  if (rows.length === 0) return [];
  const organisation = await organisationUnder(db, userId);
  return rows.flatMap(({ holder }) => {
    const actor = climbingActor(parseHolder(holder));
    return actor !== undefined && superiorsOf(organisation, actor.actor, actor.record).has(userId) ? [holder] : [];
  });
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
