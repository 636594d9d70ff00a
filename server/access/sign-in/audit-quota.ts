import { sql } from 'kysely';
import type { Connection } from '../../ground/database/database.ts';
import { foundRow, type Moment, platform, touched } from '../../ground/database/platform-queries.ts';
import type { PlatformTable } from '../../ground/database/platform-table.ts';

declare module '../../ground/database/platform-queries.ts' {
  interface PlatformDatabase {
    auditQuota: {
      tenantId: string;
      subject: string;
      hour: Moment;
      count: number;
    };
  }
}

/** How often something was refused to somebody within an hour, so that nobody fills the log with it. */
export const AUDIT_QUOTA_TABLE: PlatformTable = {
  name: 'auditQuota',
  acrossTenants: 'hours that are over are forgotten in all companies at once',
  ddl: `
    create table if not exists platform."auditQuota" (
      "tenantId" text not null,
      subject text not null,
      hour timestamptz not null,
      count integer not null,
      primary key ("tenantId", subject, hour)
    );`,
};

/** Rows of one kind that one person, or one address, leaves in an hour. */
const ROWS_AN_HOUR = 20;

/**
 * Counts one more for a subject in this hour of the clock.
 * @returns whether a row may be written, and whether it is the last one of the hour.
 */
export async function takeQuota(
  connection: Connection,
  subject: string,
  now: Date,
): Promise<{ readonly write: boolean; readonly last: boolean }> {
  const hour = sql<Date>`date_trunc('hour', ${now}::timestamptz)`;
  const row = await foundRow(
    connection,
    platform
      .insertInto('auditQuota')
      .values({ tenantId: connection.tenantId, subject, hour, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['tenantId', 'subject', 'hour'])
          .doUpdateSet((quota) => ({ count: quota('auditQuota.count', '+', 1) })),
      )
      .returning('count'),
  );
  const count = row?.count ?? 1;
  return { write: count <= ROWS_AN_HOUR, last: count === ROWS_AN_HOUR };
}

/** Forgets the hours that are over. */
export async function sweepQuota(connection: Connection, now: Date): Promise<void> {
  const ended = sql<string>`${now}::timestamptz - interval '2 hours'`;
  await touched(connection, platform.deleteFrom('auditQuota').where('hour', '<', ended));
}
