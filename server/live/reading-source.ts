import { createHmac, timingSafeEqual } from 'node:crypto';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { isTenantId } from '../access/sign-in/account-lookup.ts';
import type { Database } from '../ground/database/database.ts';
import type { TenantKeys } from '../ground/tenant-keys.ts';
import { openSealedField } from '../records/write/open-sealed-field.ts';

/** The entity whose records are the sources of a company; the platform ships it as metadata. */
const SOURCE_ENTITY = 'readingSource';

/** Milliseconds by which the time of a signature may differ from ours: nobody sends yesterday's message again. */
const SIGNED_WITHIN = 300_000;

/** Milliseconds for which a message may have waited in a stream: as old as a value may be that is still taken. */
export const KEPT_WITHIN = 7 * 24 * 3_600_000;

/** A source that has shown who it is. */
export interface ReadingSource {
  readonly tenantId: string;
  readonly id: string;
  readonly code: string;
  /** What kind of points it may send values of. */
  readonly kind: string;
}

interface SourceParts {
  readonly database: Database;
  readonly keys: TenantKeys;
}

/** Signature of a message: HMAC-SHA-256 over `<time>.<body>`, in hexadecimal digits. */
export function readingSignature(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
}

/** A message as a source signed it. */
export interface SignedMessage {
  /** `<tenant>/<code>` of the source. */
  readonly source: string;
  /** Milliseconds since 1970, as digits. */
  readonly time: string;
  readonly signature: string;
  readonly body: string;
}

/**
 * The source of a message. Throws the same for whatever is wrong, so that nobody learns which sources there are.
 * @param waited milliseconds for which the message may have waited somewhere. Its values count once, however often it comes.
 */
export async function signedSource(
  parts: SourceParts,
  message: SignedMessage,
  now: number,
  waited = SIGNED_WITHIN,
): Promise<ReadingSource> {
  const { time, signature, body } = message;
  const age = now - Number(time);
  const fresh = /^\d{13}$/.test(time) && age <= waited && -age <= SIGNED_WITHIN;
  const found = await readSource(parts, message.source);
  const expected = readingSignature(found?.secret ?? '', time, body);
  if (found === undefined || !fresh || !equal(expected, signature)) throw new AnlanError('sourceUnknown');
  return found.source;
}

/** The source that logs in with its secret as password. Throws where it may not. */
export async function passwordSource(parts: SourceParts, name: string, password: string): Promise<ReadingSource> {
  const found = await readSource(parts, name);
  if (found === undefined || !equal(digest(found.secret), digest(password))) throw new AnlanError('sourceUnknown');
  return found.source;
}

/** The source of that name, where a broker's own accounts vouch for it. Throws where there is none in use. */
export async function vouchedSource(parts: SourceParts, name: string): Promise<ReadingSource> {
  const found = await readSource(parts, name);
  if (found === undefined) throw new AnlanError('sourceUnknown');
  return found.source;
}

const digest = (text: string) => createHmac('sha256', 'anlan').update(text).digest('hex');

function equal(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function readSource({ database, keys }: SourceParts, name: string) {
  const [tenantId = '', code = ''] = name.split('/');
  if (!isTenantId(tenantId) || !/^[\w-]{1,40}$/.test(code)) return undefined;
  const [row] = await database.withTenant(tenantId, (connection) =>
    connection.query<{ id: string; kind: string; secret: string | null }>(
      `select s.id, s.kind, s.secret from data."readingSource" s
       where s."tenantId" = $1 and s.code = $2 and s.status = 'used' and s."isDeleted" = 0`,
      [tenantId, code],
      'readingSource',
    ),
  );
  if (row === undefined || row.secret === null) return undefined;
  const sealed = { tenantId, entityId: SOURCE_ENTITY, fieldId: 'secret', stored: row.secret };
  const secret = openSealedField(keys, sealed);
  return secret === undefined ? undefined : { source: { tenantId, id: row.id, code, kind: row.kind }, secret };
}
