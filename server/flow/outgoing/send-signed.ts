import { createHmac } from 'node:crypto';
import { say } from '../../../src/core/text/say.ts';
import type { Database } from '../../ground/database/database.ts';
import type { TenantKeys } from '../../ground/tenant-keys.ts';
import { type ConnectorKinds, checkAnswer } from './connector-kind.ts';
import { connectorKinds } from './connectors.generated.ts';
import type { CallMessage } from './outgoing-message.ts';
import { postPinned, undelivered } from './post-pinned.ts';
import { readConnector } from './read-connector.ts';

/** What bringing a message needs. */
interface SendParts {
  readonly database: Database;
  readonly keys: TenantKeys;
  readonly tenantId: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Signature over id, time and body, by which a gateway knows whose message it is and that nothing of it was changed. */
function messageSignature(secret: string, id: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('hex');
}

/** Brings a message to the company's connector of its name, once. Throws, in words for administrators, where it was not accepted. */
export async function sendSigned(message: CallMessage, parts: SendParts): Promise<void> {
  const { database, keys, tenantId, now, signal } = parts;
  const company = await database.withTenant(tenantId, (connection) =>
    readConnector(connection, keys, message.connector),
  );
  const kinds: ConnectorKinds = connectorKinds;
  const kind = Object.hasOwn(kinds, company.kind) ? kinds[company.kind] : undefined;
  if (kind === undefined) throw undelivered(say('没有“{kind}”类连接', { kind: company.kind }));
  const body = JSON.stringify({ id: message.id, ...kind.body(message) });
  const time = now.toISOString();
  const { secret } = company;
  const answer = await postPinned(company.address, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'anlan-message-id': message.id,
      'anlan-message-time': time,
      ...(secret === undefined ? {} : { 'anlan-signature': messageSignature(secret, message.id, time, body) }),
    },
    body,
    allowed: company.allowed,
    signal,
  });
  checkAnswer(kind, message, answer);
}
