import { isAlias } from '../../../src/core/model/alias.ts';
import { asAlias } from './author.ts';
import type { EntityCall, Reading } from './ports.ts';
import { readPerson } from './read-person.ts';

/**
 * The same call, made by another person of the tenant: for what he asked for and somebody else's decision lets happen.
 * Rights stay those of the call. Where there is no such person the call stays as it is.
 */
export async function callOf(tx: Reading, userId: string): Promise<EntityCall> {
  const { call } = tx;
  const { caller } = call.context;
  if (userId === caller.userId) return call;
  // Who asked under a pseudonym is nobody that could be read.
  if (isAlias(userId)) return asAlias({ ...call, context: { ...call.context, caller: { ...caller, alias: userId } } });
  const read = await readPerson(tx.db, userId);
  if (read === undefined) return call;
  const { person } = read;
  const me = {
    ...call.world.me,
    userId,
    account: person.account,
    realName: person.realName,
    deptId: person.deptIds[0] ?? null,
    deptIds: person.deptTreeIds,
    roles: person.roleCodes,
  };
  return {
    ...call,
    context: { ...call.context, caller: { ...caller, ...person, sessionId: '' } },
    world: { ...call.world, me },
  };
}
