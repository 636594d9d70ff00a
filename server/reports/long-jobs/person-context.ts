import { sessionRoles } from '../../access/permission/separation.ts';
import { widestScope } from '../../access/sign-in/authenticate.ts';
import type { CallContext, Clock } from '../../ground/context.ts';
import type { Database } from '../../ground/database/database.ts';
import type { MetadataSource } from '../../metadata/snapshot.ts';
import { readPerson } from '../../records/call/read-person.ts';

/** Who asked for something, and for which company. */
interface Asker {
  readonly tenantId: string;
  /** Company that the account belongs to. */
  readonly homeTenantId: string;
  readonly userId: string;
  readonly ip: string;
}

/**
 * The context of somebody who is not there any more, for what he asked for: with the rights that he has now. Undefined
 * where his account has been disabled or removed.
 */
export async function personContext(
  parts: { readonly database: Database; readonly metadata: MetadataSource; readonly clock: Clock },
  { tenantId, homeTenantId, userId, ip }: Asker,
  requestId: string,
): Promise<CallContext | undefined> {
  const read = await parts.database.withTenant(homeTenantId, (connection) => readPerson(connection, userId));
  if (read === undefined || !read.active) return undefined;
  const home = await parts.metadata.snapshot(homeTenantId);
  const scopes = read.person.roleCodes.map((code) => home.roles.get(code)?.scope ?? 'own');
  const roleCodes = sessionRoles(read.person.roleCodes, await parts.metadata.snapshot(tenantId));
  return {
    caller: { ...read.person, roleCodes, tenantId, homeTenantId, scope: widestScope(scopes), sessionId: '' },
    tenantId,
    clock: parts.clock,
    requestId,
    ip,
    idempotencyKey: undefined,
  };
}
