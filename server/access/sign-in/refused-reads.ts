import type { FastifyRequest } from 'fastify';
import { AnlanError, type ErrorCode } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Clock } from '../../ground/context.ts';
import type { Database } from '../../ground/database/database.ts';
import type { SnowflakeIds } from '../../ground/database/snowflake.ts';
import { takeQuota } from './audit-quota.ts';
import { auditAct } from './sign-in-audit.ts';

/** Refusals that tell of somebody who asks for what is not his; a first password to be changed is none. */
const REMARKABLE: ReadonlySet<ErrorCode> = new Set(['forbidden', 'notYourStep', 'foreignTenant', 'fileLinkForeign']);

const logged = new WeakSet<AnlanError>();

/** Says that a refusal stands in the log already, with the record that it is about, or belongs in none. */
export function refusalLogged(error: AnlanError): void {
  logged.add(error);
}

/** Writes what a signed-in person was refused into the log of his company: at most 20 reads an hour, and as many acts. */
export async function logRefusedRead(
  parts: { readonly database: Database; readonly clock: Clock; readonly ids: SnowflakeIds },
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const { person } = request;
  if (person === null || !(error instanceof AnlanError) || !REMARKABLE.has(error.code) || logged.has(error)) return;
  const { database, clock, ids } = parts;
  // The query may hold what is nobody's business, and the path alone says what was asked for.
  const path = `${request.method} ${request.url.split('?')[0] ?? ''}`;
  await database.transaction(person.homeTenantId, async (connection) => {
    // Who has used up what he may leave by reading does not write unseen.
    const kind = request.method === 'GET' ? 'read' : 'act';
    const { write, last } = await takeQuota(connection, `${kind} ${person.userId}`, clock.now());
    if (!write) return;
    await auditAct(connection, clock, ids, {
      entityKey: 'access',
      recordId: '',
      recordTitle: path,
      action: 'readRefused',
      summary: last ? say('{message}；本小时内的后续拒绝不再逐条记录', { message: error.message }) : error.message,
      userId: person.userId,
      account: person.account,
      ip: request.ip,
      requestId: request.id,
    });
  });
}
