import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { SITE_CHANGE } from '../../../src/core/site/site-mark.ts';
import { say } from '../../../src/core/text/say.ts';
import type { ProvenSite } from '../../../src/core/wire/on-site.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { AUDIT_ENTITY } from '../../metadata/audit-entity.ts';
import type { Reading } from '../call/ports.ts';
import type { AuditChange } from './audit.ts';
import { setOffBy } from './set-off-by.ts';
import { siteIn } from './site-change.ts';

/** Who brought a record from one state to another, as the log has it; where the platform did, whoever set it off. */
export interface StateChange {
  /** Null for a new record. */
  readonly from: string | null;
  readonly to: string;
  /** Key of the transition, or a standard action. */
  readonly action: string;
  readonly userName: string;
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly time: string;
  /** Where whoever brought it on was; undefined where no place was asked. */
  readonly site: ProvenSite | undefined;
}

interface LogRow {
  readonly time: string;
  readonly userId: string | null;
  readonly account: string | null;
  readonly userName: string | null;
  readonly action: string;
  readonly changes: readonly AuditChange[] | null;
  readonly requestId: string | null;
}

/** Changes that are looked at; a record that went round more often shows its last rounds. */
const MOST = 200;

/**
 * The states through which a record went, oldest first. Empty where the metadata has no log.
 * @param most changes that are looked at, the last ones. Default 200.
 */
export async function stateChanges(
  { call, db }: Reading,
  recordId: string,
  most: number = MOST,
): Promise<readonly StateChange[]> {
  const { model, snapshot } = call;
  const status = model.field.get('status');
  if (status === undefined || !snapshot.entities.has(AUDIT_ENTITY)) return [];
  const rows = await db.query<LogRow>(
    `select l.time, l."userId", l.account, l.action, l.changes, l."requestId", (select u."realName" from data."user" u
       where u."tenantId" = l."tenantId" and u.id = l."userId") as "userName"
     from data."auditLog" l
     where l."tenantId" = $1 and l."entityKey" = $2 and l."recordId" = $3 and l."isDeleted" = 0
       and l.action not in ('refused', 'look') and (l.changes @> $4::jsonb or l.changes @> $6::jsonb)
     order by l."createTime" desc, l.id desc limit $5`,
    [
      ...[db.tenantId, model.key, recordId, JSON.stringify([{ id: status.id }]), most],
      JSON.stringify([{ id: SITE_CHANGE }]),
    ],
  );
  const setOff = await setOffBy({ call, db }, recordId, rows);
  /** Where an approved step was asked for, until it happens. */
  const asked = new Map<string, ProvenSite>();
  return rows.toReversed().flatMap(({ time, userId, account, userName, action, changes, requestId }) => {
    const change = changes?.find(({ id }) => id === status.id);
    const here = siteIn(changes);
    if (here !== undefined) asked.set(action, here);
    if (typeof change?.to !== 'string') return [];
    const site = here ?? asked.get(action);
    asked.clear();
    return [
      {
        from: typeof change.from === 'string' ? change.from : null,
        to: change.to,
        action,
        userName:
          userName ?? (userId === null ? (setOff({ requestId, time, userId }) ?? say('系统')) : (account ?? '')),
        time: wallClockOfStored(time, snapshot.timeZone),
        site,
      },
    ];
  });
}

/** When and by whom a record came to the state in which it is. */
export interface Arrival {
  readonly at: Date;
  /** Empty where the system did. */
  readonly broughtBy: string;
}

/** How records of the call's entity came to their states, as the log has it; else when and by whom they were made. */
export async function arrivals({ call, db }: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, Arrival>> {
  const { model } = call;
  const status = model.field.get('status')?.id ?? 'status';
  const rows = await db.query<{ id: string; at: number; by: string | null }>(
    `select t.id, (extract(epoch from coalesce(l.time, t."createTime")) * 1000)::float8 as at,
       case when l.time is null then t."createUser" else l."userId" end as by
     from ${tableName(model.id)} t left join lateral (
       select l.time, l."userId" from data."auditLog" l
       where l."tenantId" = t."tenantId" and l."entityKey" = $3 and l."recordId" = t.id
         and l."isDeleted" = 0 and l.action not in ('refused', 'look') and l.changes @> $4::jsonb
       order by l."createTime" desc, l.id desc limit 1) l on true
     where t."tenantId" = $1 and t.id = any($2)`,
    [db.tenantId, ids, model.key, JSON.stringify([{ id: status }])],
  );
  return new Map(rows.map(({ id, at, by }) => [id, { at: new Date(at), broughtBy: by ?? '' }]));
}

/** A step that was taken where it was proven that its person was. */
export interface SiteStep {
  /** Key of the transition. */
  readonly action: string;
  readonly userName: string;
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly time: string;
  readonly site: ProvenSite;
}

/** Steps on a record whose place was proven, oldest first, votes apart; the last 200. */
export async function siteSteps({ call, db }: Reading, recordId: string): Promise<readonly SiteStep[]> {
  const { model, snapshot } = call;
  if (!snapshot.entities.has(AUDIT_ENTITY)) return [];
  const rows = await db.query<Omit<LogRow, 'requestId'>>(
    `select l.time, l."userId", l.account, l.action, l.changes, (select u."realName" from data."user" u
       where u."tenantId" = l."tenantId" and u.id = l."userId") as "userName"
     from data."auditLog" l
     where l."tenantId" = $1 and l."entityKey" = $2 and l."recordId" = $3 and l."isDeleted" = 0
       and l.changes @> $4::jsonb and l.action not like 'approval:%'
     order by l."createTime" desc, l.id desc limit $5`,
    [db.tenantId, model.key, recordId, JSON.stringify([{ id: SITE_CHANGE }]), MOST],
  );
  return rows.toReversed().flatMap(({ time, userId, account, userName, action, changes }) => {
    const site = siteIn(changes);
    const name = userName ?? (userId === null ? say('系统') : (account ?? ''));
    return site === undefined
      ? []
      : [{ action, userName: name, time: wallClockOfStored(time, snapshot.timeZone), site }];
  });
}
