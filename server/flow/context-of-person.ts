import { widestScope } from '../access/sign-in/authenticate.ts';
import type { CallContext } from '../ground/context.ts';
import type { Reading } from '../records/call/ports.ts';
import { readPerson } from '../records/call/read-person.ts';

/** The context of a call as a person would make it by his own rights, whoever asks; undefined where his account is not in use. */
export async function contextOfPerson({ call, db }: Reading, userId: string): Promise<CallContext | undefined> {
  const read = await readPerson(db, userId);
  if (read === undefined || !read.active) return undefined;
  const { context, snapshot } = call;
  const scope = widestScope(read.person.roleCodes.map((code) => snapshot.roles.get(code)?.scope ?? 'own'));
  const { tenantId } = context;
  return { ...context, caller: { ...read.person, tenantId, homeTenantId: tenantId, scope, sessionId: '' } };
}
