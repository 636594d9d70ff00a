import { widestScope } from '../access/sign-in/authenticate.ts';
import type { CallContext } from '../ground/context.ts';
import type { Reading } from '../records/call/ports.ts';
import { readPeople } from '../records/call/read-person.ts';

/** The context of a call as a person would make it by his own rights, whoever asks; undefined where his account is not in use. */
export async function contextOfPerson(tx: Reading, userId: string): Promise<CallContext | undefined> {
  return (await contextsOfPeople(tx, [userId])).get(userId);
}

/** The contexts of several persons by id, as `contextOfPerson` gives one. */
export async function contextsOfPeople(
  { call, db }: Reading,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, CallContext>> {
  const { context, snapshot } = call;
  const { tenantId } = context;
  const contexts = new Map<string, CallContext>();
  for (const [userId, { person, active }] of await readPeople(db, userIds)) {
    if (!active) continue;
    const scope = widestScope(person.roleCodes.map((code) => snapshot.roles.get(code)?.scope ?? 'own'));
    contexts.set(userId, {
      ...context,
      caller: { ...person, tenantId, homeTenantId: tenantId, scope, sessionId: '' },
    });
  }
  return contexts;
}
