import { createHash } from 'node:crypto';
import type { Connection, Database } from '../../ground/database/database.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';
import { tenantCodes } from '../../ground/database/tenants.ts';
import type { Job } from '../../ground/jobs/jobs.ts';

/**
 * One link for each tenant and day of the audit log that is over. Apart from the log itself, and insert-only for the
 * server like it.
 */
export const AUDIT_CHAIN_TABLE: PlatformTable = {
  name: 'auditChain',
  insertOnly: true,
  ddl: `
    create table if not exists platform."auditChain" (
      "tenantId" text not null,
      day date not null,
      "timeZone" text not null,
      count integer not null,
      "firstId" text not null,
      "lastId" text not null,
      hash text not null,
      "previousHash" text not null,
      "createTime" timestamptz not null,
      primary key ("tenantId", day)
    );
    ${ownRowsOnly('auditChain')}`,
};

/** A day of a tenant's log, closed: its rows and the link before it give its hash. */
export interface AuditLink {
  readonly tenantId: string;
  /** `2026-04-30`, in `timeZone`. */
  readonly day: string;
  readonly timeZone: string;
  readonly count: number;
  readonly firstId: string;
  readonly lastId: string;
  /** SHA-256, base64url. */
  readonly hash: string;
  /** Hash of the link before; '' for the first. */
  readonly previousHash: string;
}

/**
 * What is wrong with a day: rows gone (`missing`), altered (`changed`) or put in later (`added`), its link not that of
 * the chain (`link`), rows of a past day that no link covers (`unsealed`), or other than the anchor noted (`anchor`).
 */
export interface AuditFault {
  readonly day: string;
  readonly kind: 'missing' | 'changed' | 'added' | 'link' | 'unsealed' | 'anchor';
  readonly message: string;
}

interface AuditVerdict {
  readonly tenantId: string;
  readonly days: number;
  readonly rows: number;
  readonly faults: readonly AuditFault[];
}

interface AuditChainOptions {
  readonly database: Database;
  /** Zone whose days are closed. */
  readonly timeZone: string;
  /** Told of new links, up to a month of them at once, for an anchor outside the database. Default nothing. */
  readonly onSealed?: (links: readonly AuditLink[]) => void;
  /** Asked before each day; false leaves the rest to the next run. Default always true. */
  readonly goesOn?: () => boolean;
}

/** A day is closed when it has been over for so long: calls that began in it have ended by then. */
const closedAfter = 60 * 60_000;
const rowsAtOnce = 2_000;
/** Days that one transaction closes: a first start has two years of them. */
const daysAtOnce = 30;

/** Closes the days that are over, once an hour, in one process at a time. */
export function auditChainJob(options: AuditChainOptions): Job {
  return { name: 'auditChain', every: 3_600, run: (now) => sealAuditDays(options, now) };
}

/** Closes all days of all tenants that are over and not closed yet, oldest first. Gives the new links. */
export async function sealAuditDays(
  { database, timeZone, onSealed, goesOn }: AuditChainOptions,
  now: Date,
): Promise<AuditLink[]> {
  const sealed: AuditLink[] = [];
  for (const tenantCode of await tenantCodes(database, 'all')) {
    for (let open = true; open && goesOn?.() !== false; ) {
      const links: AuditLink[] = [];
      await database.transaction(tenantCode, async (connection) => {
        // It may be another try.
        links.length = 0;
        while (links.length < daysAtOnce && goesOn?.() !== false) {
          const link = await sealNextDay(connection, timeZone, now);
          if (link === undefined) break;
          links.push(link);
        }
      });
      open = links.length === daysAtOnce;
      if (links.length === 0) continue;
      sealed.push(...links);
      onSealed?.(links);
    }
  }
  return sealed;
}

async function sealNextDay(connection: Connection, timeZone: string, now: Date): Promise<AuditLink | undefined> {
  const { tenantId } = connection;
  const [lock] = await connection.query<{ held: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held',
    [`auditChain ${tenantId}`],
  );
  // Another process is at it.
  if (lock?.held !== true) return undefined;
  const [last] = await connection.query<{ day: string; hash: string }>(
    `select day, hash from platform."auditChain" where "tenantId" = $1 order by day desc limit 1`,
    [tenantId],
  );
  const [next] = await connection.query<{ day: string | null }>(
    `select (min(time) at time zone $2)::date as day from data."auditLog"
     where "tenantId" = $1 and "isDeleted" = 0
       and time >= coalesce(($3::date + 1)::timestamp at time zone $2, '-infinity')
       and time < ($4::timestamptz at time zone $2)::date::timestamp at time zone $2`,
    [tenantId, timeZone, last?.day ?? null, new Date(now.getTime() - closedAfter)],
  );
  if (!next?.day) return undefined;
  const previousHash = last?.hash ?? '';
  const link = { tenantId, day: next.day, timeZone, previousHash };
  const content = await readDay(connection, link);
  await connection.execute(
    `insert into platform."auditChain"
       ("tenantId", day, "timeZone", count, "firstId", "lastId", hash, "previousHash", "createTime")
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenantId, link.day, timeZone, content.count, content.firstId, content.lastId, content.hash, previousHash, now],
  );
  return { ...link, ...content };
}

type DayContent = Pick<AuditLink, 'count' | 'firstId' | 'lastId' | 'hash'>;

/** What a day's rows are now, hashed behind the link before. */
async function readDay(
  connection: Connection,
  { tenantId, day, timeZone, previousHash }: Pick<AuditLink, 'tenantId' | 'day' | 'timeZone' | 'previousHash'>,
): Promise<DayContent> {
  const hash = createHash('sha256').update(JSON.stringify([previousHash, tenantId, day, timeZone]));
  let [count, firstId, lastId, after] = [0, '', '', '-infinity'];
  for (;;) {
    // The page is taken before texts are made of its rows. Columns that the log gets later are null in older rows and left out, so that their hash stays what it was.
    const rows = await connection.query<{ id: string; time: string; line: string }>(
      `select l.id, l.time::text as time, jsonb_strip_nulls(to_jsonb(l))::text as line from (
         select * from data."auditLog"
         where "tenantId" = $1 and "isDeleted" = 0
           and time >= $2::date::timestamp at time zone $3 and time < ($2::date + 1)::timestamp at time zone $3
           and (time, id) > ($4::timestamptz, $5)
         order by time, id limit ${rowsAtOnce}) l
       order by l.time, l.id`,
      [tenantId, day, timeZone, after, lastId],
    );
    for (const { line } of rows) hash.update('\n').update(line);
    count += rows.length;
    if (firstId === '') firstId = rows[0]?.id ?? '';
    const end = rows.at(-1);
    if (end !== undefined) [lastId, after] = [end.id, end.time];
    if (rows.length < rowsAtOnce) return { count, firstId, lastId, hash: hash.digest('base64url') };
  }
}

/** Compares the closed days of a tenant with their links, and the links with each other. */
export async function verifyAuditChain(database: Database, tenantId: string): Promise<AuditVerdict> {
  return database.transaction(tenantId, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only');
    const links = await connection.query<AuditLink>(
      `select "tenantId", day, "timeZone", count, "firstId", "lastId", hash, "previousHash"
       from platform."auditChain" where "tenantId" = $1 order by day`,
      [tenantId],
    );
    const faults: AuditFault[] = [];
    let [rows, previousHash] = [0, ''];
    for (const link of links) {
      const found = await readDay(connection, link);
      rows += found.count;
      if (link.previousHash !== previousHash) {
        faults.push({ day: link.day, kind: 'link', message: '与前一日的链接不符：前面的日志链被删除或改动过' });
      }
      const fault = dayFault(link, found);
      if (fault !== undefined) faults.push(fault);
      previousHash = link.hash;
    }
    const loose = await connection.query<{ day: string; count: number }>(
      `select (time at time zone $2)::date as day, count(*)::int as count from data."auditLog" l
       where "tenantId" = $1 and "isDeleted" = 0 and time < ($3::date + 1)::timestamp at time zone $2
         and not exists (select from platform."auditChain" c
           where c."tenantId" = l."tenantId" and c.day = (l.time at time zone $2)::date)
       group by 1 order by 1`,
      [tenantId, links.at(-1)?.timeZone ?? 'UTC', links.at(-1)?.day ?? null],
    );
    for (const { day, count } of loose) {
      faults.push({ day, kind: 'unsealed', message: `有 ${count} 条日志的日期早于已封存的日期，不在日志链中` });
    }
    return { tenantId, days: links.length, rows, faults };
  });
}

function dayFault(link: AuditLink, found: DayContent): AuditFault | undefined {
  const { day } = link;
  if (found.count < link.count) {
    return { day, kind: 'missing', message: `应有 ${link.count} 条日志，现有 ${found.count} 条` };
  }
  if (found.count > link.count) {
    return { day, kind: 'added', message: `应有 ${link.count} 条日志，现有 ${found.count} 条` };
  }
  return found.hash === link.hash ? undefined : { day, kind: 'changed', message: '日志或其链接被改动过' };
}
