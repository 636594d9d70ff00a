import { createHmac } from 'node:crypto';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { OpenLink } from './public-link.ts';

/** What is counted of a link: reports sent, pictures brought, states asked for. */
type LinkUse = 'send' | 'picture' | 'state';

/** What is counted of an address besides: published records and files that were read, codes and figures of a wall that were asked for. */
type PublicUse = LinkUse | 'read' | 'file' | 'sms' | 'wall';

/**
 * How often one address may do it within an hour, at all links of a company. All screens of a plant may share one: a wall
 * asks every five seconds, so that ten of them fit.
 */
const BY_ADDRESS: Record<PublicUse, number> = {
  send: 10,
  picture: 40,
  state: 60,
  read: 1200,
  file: 600,
  sms: 20,
  wall: 7200,
};

/** How many codes one telephone, and all telephones of a company together, may get within an hour. */
const SMS = { phone: 5, company: 500 };

/** How often a link may be used for it within an hour, as a multiple of its own limit; undefined for any number. */
const BY_LINK: Record<LinkUse, number | undefined> = { send: 1, picture: 3, state: undefined };

/**
 * Counts a use of a link and throws `publicFull` where there were too many within the hour. Of the address a digest is kept
 * until the hour is over, and stands beside nothing that was sent.
 */
export async function countUse(services: EntityServices, link: OpenLink, use: LinkUse, address: string): Promise<void> {
  const { tenantId } = link;
  const now = link.call.context.clock.now();
  await countAddress(services, { tenantId, now }, use, address);
  const most = BY_LINK[use];
  if (most !== undefined) await bump(services, { tenantId, now }, `${use}:link:${link.id}`, most * link.intake.perHour);
}

/** A company at a moment. */
interface CompanyNow {
  readonly tenantId: string;
  readonly now: Date;
}

/** Counts what an address does, and throws `publicFull` where it was too much within the hour. */
export async function countAddress(
  services: EntityServices,
  company: CompanyNow,
  use: PublicUse,
  address: string,
): Promise<void> {
  const key = services.keys.key('public address', company.tenantId);
  const digest = createHmac('sha256', key).update(address).digest('base64url');
  await bump(services, company, `${use}:address:${digest}`, BY_ADDRESS[use]);
}

/** Counts a code that is asked for, by address, by telephone and for the company, which pays for it. */
export async function countSms(
  services: EntityServices,
  company: CompanyNow,
  { address, phone }: { readonly address: string; readonly phone: string },
): Promise<void> {
  await countAddress(services, company, 'sms', address);
  const key = services.keys.key('public address', company.tenantId);
  const digest = createHmac('sha256', key).update(`phone ${phone}`).digest('base64url');
  await bump(services, company, `sms:phone:${digest}`, SMS.phone);
  await bump(services, company, 'sms:company', SMS.company);
}

async function bump(
  { database }: EntityServices,
  { tenantId, now }: CompanyNow,
  key: string,
  most: number,
): Promise<void> {
  const rows = await database.transaction(tenantId, (db) =>
    db.query<{ count: number }>(
      `insert into platform."publicUse" as used ("tenantId", key, hour, count)
       values ($1, $2, date_trunc('hour', $3::timestamptz), 1)
       on conflict ("tenantId", key, hour) do update set count = used.count + 1 where used.count < $4
       returning count`,
      [tenantId, key, now, most],
    ),
  );
  if (rows.length === 0) throw new AnlanError(/^(?:sms|read|file|wall):/.test(key) ? 'tooManyRequests' : 'publicFull');
}
