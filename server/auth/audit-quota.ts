import type { Connection } from '../database/database.ts';
import type { PlatformTable } from '../database/platform-table.ts';

/** How often something was refused to somebody within an hour, so that nobody fills the log with it. */
export const AUDIT_QUOTA_TABLE: PlatformTable = {
  name: 'auditQuota',
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
  const [row] = await connection.query<{ count: number }>(
    `insert into platform."auditQuota" as q ("tenantId", subject, hour, count)
     values ($1, $2, date_trunc('hour', $3::timestamptz), 1)
     on conflict ("tenantId", subject, hour) do update set count = q.count + 1 returning count`,
    [connection.tenantId, subject, now],
  );
  const count = row?.count ?? 1;
  return { write: count <= ROWS_AN_HOUR, last: count === ROWS_AN_HOUR };
}

/** Forgets the hours that are over. */
export async function sweepQuota(connection: Connection, now: Date): Promise<void> {
  await connection.execute(`delete from platform."auditQuota" where hour < $1::timestamptz - interval '2 hours'`, [
    now,
  ]);
}
