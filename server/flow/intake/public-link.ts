import { createHmac, timingSafeEqual } from 'node:crypto';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel, PublicModel } from '../../../src/core/model/entity-model.ts';
import { evaluateOver } from '../../../src/core/validation/record-environment.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import type { PublicLink } from '../../../src/core/wire/public.ts';
import type { Clock } from '../../ground/context.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import type { EntityCall, EntityServices, Reading } from '../../records/call/ports.ts';

/** Bytes of a signature: enough that nobody guesses one, few enough that the picture stays coarse. */
const SIGNATURE = 16;

/** A link that is good now, with what it leads to. */
export interface OpenLink {
  readonly tenantId: string;
  readonly id: string;
  readonly model: EntityModel;
  readonly intake: PublicModel;
  readonly snapshot: MetadataSnapshot;
  /** The platform's own call: nobody is its author. */
  readonly call: EntityCall;
}

interface LinkRow {
  readonly id: string;
  readonly entityKey: string;
  readonly title: string;
  readonly created: string;
  readonly expires: string;
  readonly revoked: string | null;
  readonly over: boolean;
  readonly sent: number;
}

const COLUMNS = `id, "entityKey", title, sent, "createTime"::text as created, "expireTime"::text as expires,
  "revokedTime"::text as revoked, "expireTime" <= $1 as over`;

function signatureOf({ keys }: Pick<EntityServices, 'keys'>, tenantId: string, id: string): Buffer {
  return createHmac('sha256', keys.key('public link', tenantId)).update(id).digest().subarray(0, SIGNATURE);
}

/** The text that stands in the address of a link. */
export function linkToken(services: Pick<EntityServices, 'keys'>, tenantId: string, id: string): string {
  return `${tenantId}.${id}.${signatureOf(services, tenantId, id).toString('base64url')}`;
}

/**
 * The link of a token. One that is forged, revoked, over, of a company that has switched it off or of an entity that takes
 * nothing any more is refused with the same words: whoever tries learns nothing.
 */
export async function openLink(services: EntityServices, clock: Clock, token: unknown): Promise<OpenLink> {
  const [tenantId = '', id = '', signature = '', ...more] = typeof token === 'string' ? token.split('.') : [];
  if (more.length > 0 || !/^\d{6}$/.test(tenantId) || !isRecordId(id)) throw refused();
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(services, tenantId, id)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw refused();
  const [row] = await services.database.withTenant(tenantId, (db) =>
    db.query<LinkRow>(`select ${COLUMNS} from platform."publicLink" where id = $2`, [clock.now(), id]),
  );
  if (row === undefined || row.revoked !== null || row.over) throw refused();
  const snapshot = await services.metadata.snapshot(tenantId);
  const model = snapshot.entities.get(row.entityKey);
  const intake = model?.intake;
  if (model === undefined || intake === undefined) throw refused();
  const call = createEntityCall(services, systemContext(tenantId, clock, `public-${id}`), snapshot, model, {
    internal: true,
  });
  if (!isOpen(call, intake)) throw refused();
  return { tenantId, id, model, intake, snapshot, call };
}

/** Whether the company has switched it on. */
export function isOpen(call: EntityCall, { when }: PublicModel): boolean {
  return when === undefined || evaluateOver(when, {}, recordEnvironment(call)) === true;
}

function refused(): AnlanError {
  return new AnlanError('publicLinkInvalid');
}

/** The links of an entity, newest first. */
export async function listLinks(call: EntityCall): Promise<readonly PublicLink[]> {
  const { services, context, snapshot, model } = call;
  const rows = await services.database.withTenant(context.tenantId, (db) =>
    db.query<LinkRow>(
      `select ${COLUMNS} from platform."publicLink" where "entityKey" = $2 order by "createTime" desc limit 200`,
      [context.clock.now(), model.key],
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    created: wallClockOfStored(row.created, snapshot.timeZone),
    expires: wallClockOfStored(row.expires, snapshot.timeZone),
    state: row.revoked !== null ? 'revoked' : row.over ? 'over' : 'open',
    sent: row.sent,
    token: linkToken(services, context.tenantId, row.id),
  }));
}

/** Makes a link; gives its id. */
export async function makeLink(
  { call, db }: Reading,
  { title, days }: { readonly title: string; readonly days: number },
): Promise<string> {
  const id = call.services.ids.next();
  const now = call.context.clock.now();
  await db.execute(
    `insert into platform."publicLink" ("tenantId", id, "entityKey", title, "createUser", "createTime", "expireTime")
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[db.tenantId, id, call.model.key, title, call.context.caller.userId, now],
      new Date(now.getTime() + days * 86_400_000),
    ],
  );
  return id;
}

/** Revokes a link at once; false where there is none that is not revoked. */
export async function revokeLink({ call, db }: Reading, id: string): Promise<boolean> {
  const touched = await db.execute(
    `update platform."publicLink" set "revokedTime" = $1 where id = $2 and "entityKey" = $3 and "revokedTime" is null`,
    [call.context.clock.now(), id, call.model.key],
  );
  return touched > 0;
}
