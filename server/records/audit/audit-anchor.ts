import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Connection, Database } from '../../ground/database/database.ts';
import { tenantCodes } from '../../ground/database/tenants.ts';
import type { AuditFault, AuditLink } from './audit-chain.ts';
import { rowHashSql } from './audit-guards.ts';

/**
 * The anchor of the audit log: a file beside the database and not in it, so that whoever can write all of PostgreSQL
 * still cannot make the log say something else unnoticed. It holds, line by line, the links of the days that are over,
 * and of the present day what was written up to a minute ago.
 */
export interface AuditAnchor {
  /** Notes closed days. */
  noteDays(links: readonly AuditLink[]): void;
  /** Notes what all tenants have written since the last time, as far as nobody can write before it any more. */
  noteRows(database: Database): Promise<void>;
  /** Days noted and not sent on a channel yet. */
  unsent(channel: string): readonly AuditLink[];
  noteSent(channel: string, links: readonly AuditLink[]): void;
}

/** Rows of a tenant's log after one moment up to another, and their hash behind the one before. */
interface Span {
  readonly kind: 'rows';
  readonly tenantId: string;
  /** As PostgreSQL prints them in UTC; after `from`, up to `to`. */
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** SHA-256, base64url. */
  readonly hash: string;
}

type Line =
  | Span
  | ({ readonly kind: 'day' } & AuditLink)
  | { readonly kind: 'sent'; readonly channel: string; readonly tenantId: string; readonly day: string };

/** Path of the anchor in a data folder. */
export const anchorFile = (dataDir: string) => join(dataDir, 'audit-anchor.jsonl');

/** Opens the anchor of a data folder; the file is made with the first line. */
export function openAuditAnchor(dataDir: string): AuditAnchor {
  const file = anchorFile(dataDir);
  return {
    noteDays(links) {
      const lines = readLines(file);
      const noted = new Set(lines.flatMap((line) => (line.kind === 'day' ? [`${line.tenantId} ${line.day}`] : [])));
      append(
        file,
        links.filter(({ tenantId, day }) => !noted.has(`${tenantId} ${day}`)).map((link) => ({ kind: 'day', ...link })),
      );
      if (lines.filter(({ kind }) => kind === 'rows').length > 5_000) compact(file);
    },
    async noteRows(database) {
      for (const tenantId of await tenantCodes(database, 'all')) {
        await database.transaction(tenantId, async (connection) => {
          // Two processes over one folder write in turn.
          await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`auditAnchor ${tenantId}`]);
          const [end] = await connection.query<{ to: string }>(
            `select least(clock_timestamp() - interval '1 second', coalesce((select min(xact_start) from pg_stat_activity
               where datname = current_database() and pid <> pg_backend_pid()), 'infinity'))::text as "to"`,
          );
          const last = readLines(file).findLast((line) => line.kind === 'rows' && line.tenantId === tenantId);
          const from = last?.kind === 'rows' ? last.to : '-infinity';
          const span = { kind: 'rows', tenantId, from, to: end?.to ?? from } as const;
          const content = await hashRows(connection, span);
          if (content.count > 0) append(file, [{ ...span, ...content }]);
        });
      }
    },
    unsent(channel) {
      const lines = readLines(file);
      const sent = new Set(
        lines.flatMap((line) =>
          line.kind === 'sent' && line.channel === channel ? `${line.tenantId} ${line.day}` : [],
        ),
      );
      return lines.flatMap((line) => {
        if (line.kind !== 'day' || sent.has(`${line.tenantId} ${line.day}`)) return [];
        const { kind: _, ...link } = line;
        return [link];
      });
    },
    noteSent(channel, links) {
      append(
        file,
        links.map(({ tenantId, day }) => ({ kind: 'sent', channel, tenantId, day })),
      );
    },
  };
}

/**
 * Compares a tenant's log with the anchor: each noted day must still be linked as it was, and the rows noted of the days
 * that are not closed yet must be the same. Rows since then must bear the hash that the database gave them.
 * @returns faults, and how many rows of open days are covered; undefined where the anchor says nothing of the tenant.
 */
export async function verifyAnchor(
  database: Database,
  dataDir: string,
  tenantId: string,
): Promise<{ readonly faults: readonly AuditFault[]; readonly rows: number } | undefined> {
  const lines = readLines(anchorFile(dataDir)).filter((line) => line.tenantId === tenantId);
  const faults = await database.withTenant(tenantId, (connection) => alteredRows(connection));
  if (lines.length === 0) return faults.length === 0 ? undefined : { faults, rows: 0 };
  return database.transaction(tenantId, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only');
    const links = await connection.query<{ day: string; hash: string }>(
      `select day, hash from platform."auditChain" where "tenantId" = $1`,
      [tenantId],
    );
    const known = new Map(links.map(({ day, hash }) => [day, hash]));
    for (const line of lines) {
      if (line.kind !== 'day' || known.get(line.day) === line.hash) continue;
      const message = known.has(line.day)
        ? '封存记录与锚文件不符：日志链被改写过'
        : '锚文件中有这一天，日志链中没有：封存记录被删除过';
      faults.push({ day: line.day, kind: 'anchor', message });
    }
    let rows = 0;
    for (const line of lines) {
      if (line.kind !== 'rows') continue;
      const found = await hashRows(connection, line);
      rows += line.count;
      if (found.hash === line.hash) continue;
      const message =
        found.count === line.count
          ? `锚定的 ${line.count} 条日志被改动过（至 ${line.to}）`
          : `锚定时有 ${line.count} 条日志，现有 ${found.count} 条（至 ${line.to}）`;
      faults.push({ day: line.to.slice(0, 10), kind: 'anchor', message });
    }
    return { faults, rows };
  });
}

/** Rows that do not bear the hash of what they say, or none although an earlier one does; ten at most are named. */
async function alteredRows(connection: Connection): Promise<AuditFault[]> {
  const rows = await connection.query<{ id: string; day: string; count: number }>(
    `select id, time::date::text as day, count(*) over ()::int as count from data."auditLog" l
     where "tenantId" = $1 and time >= (select coalesce(max(day), '-infinity'::date)::timestamptz from platform."auditChain" where "tenantId" = $1)
       and case when hash is null
         then exists (select from data."auditLog" e where e."tenantId" = $1 and e.hash is not null and e.time < l.time)
         else hash <> ${rowHashSql('l')} end
     order by time limit 10`,
    [connection.tenantId],
  );
  return rows.map(({ id, day }) => ({ day, kind: 'changed', message: `日志 ${id} 与写入时的校验值不符` }));
}

async function hashRows(
  connection: Connection,
  { tenantId, from, to }: Pick<Span, 'tenantId' | 'from' | 'to'>,
): Promise<Pick<Span, 'count' | 'hash'>> {
  const hash = createHash('sha256').update(JSON.stringify([tenantId, from]));
  let [count, after, lastId] = [0, from, ''];
  for (;;) {
    // The page is taken first: a text made of each row before they are sorted would be made of all that are left.
    const rows = await connection.query<{ id: string; time: string; line: string }>(
      `select l.id, l.time::text as time, jsonb_strip_nulls(to_jsonb(l))::text as line from (
         select * from data."auditLog"
         where "tenantId" = $1 and "isDeleted" = 0 and time > $2::timestamptz and time <= $3::timestamptz
           and (time, id) > ($4::timestamptz, $5)
         order by time, id limit 2000) l
       order by l.time, l.id`,
      [tenantId, from, to, after, lastId],
    );
    for (const { line } of rows) hash.update('\n').update(line);
    count += rows.length;
    const end = rows.at(-1);
    if (end !== undefined) [lastId, after] = [end.id, end.time];
    if (rows.length < 2000) return { count, hash: hash.digest('base64url') };
  }
}

function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return text === '' ? [] : [JSON.parse(text) as Line];
      } catch {
        // A line that a power failure cut short says nothing; what it noted is noted again.
        return [];
      }
    });
}

function append(file: string, lines: readonly Line[]): void {
  if (lines.length === 0) return;
  // In front too: what was cut short stays a line of its own.
  appendFileSync(file, `\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, { mode: 0o600, flush: true });
}

/** Leaves out what was noted of rows whose day is closed, and is in its link. */
function compact(file: string): void {
  const lines = readLines(file);
  const closed = new Map<string, string>();
  for (const line of lines) if (line.kind === 'day') closed.set(line.tenantId, line.day);
  const kept = lines.filter(
    (line, index) =>
      line.kind !== 'rows' ||
      line.to.slice(0, 10) >= (closed.get(line.tenantId) ?? '') ||
      index === lines.findLastIndex((other) => other.kind === 'rows' && other.tenantId === line.tenantId),
  );
  const next = `${file}.new`;
  writeFileSync(next, `${kept.map((line) => JSON.stringify(line)).join('\n')}\n`, { mode: 0o600 });
  const handle = openSync(next, 'r');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(next, file);
}
