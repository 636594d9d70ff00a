import { createHmac } from 'node:crypto';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { OpenLink } from './public-link.ts';

/** What is counted: reports sent, pictures brought, states asked for. */
type PublicUse = 'send' | 'picture' | 'state';

/** How often one address may do it within an hour, at all links of a company. */
const BY_ADDRESS: Record<PublicUse, number> = { send: 10, picture: 40, state: 60 };

/** How often a link may be used for it within an hour, as a multiple of its own limit; undefined for any number. */
const BY_LINK: Record<PublicUse, number | undefined> = { send: 1, picture: 3, state: undefined };

/**
 * Counts a use of a link and throws `publicFull` where there were too many within the hour. Of the address a digest is kept
 * until the hour is over, and stands beside nothing that was sent.
 */
export async function countUse(
  services: EntityServices,
  link: OpenLink,
  use: PublicUse,
  address: string,
): Promise<void> {
  const digest = createHmac('sha256', services.keys.key('public address', link.tenantId))
    .update(address)
    .digest('base64url');
  const most = BY_LINK[use];
  await bump(services, link, `${use}:address:${digest}`, BY_ADDRESS[use]);
  if (most !== undefined) await bump(services, link, `${use}:link:${link.id}`, most * link.intake.perHour);
}

async function bump(services: EntityServices, { tenantId, call }: OpenLink, key: string, most: number): Promise<void> {
  const rows = await services.database.transaction(tenantId, (db) =>
    db.query<{ count: number }>(
      `insert into platform."publicUse" as used ("tenantId", key, hour, count)
       values ($1, $2, date_trunc('hour', $3::timestamptz), 1)
       on conflict ("tenantId", key, hour) do update set count = used.count + 1 where used.count < $4
       returning count`,
      [tenantId, key, call.context.clock.now(), most],
    ),
  );
  if (rows.length === 0) throw new AnlanError('publicFull');
}
