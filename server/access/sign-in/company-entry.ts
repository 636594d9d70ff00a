import type { TenantChoice } from '../../../src/core/wire/site.ts';
import { type Clock, topTenant } from '../../ground/context.ts';
import type { Database } from '../../ground/database/database.ts';
import type { SessionState } from './session-state.ts';
import type { AuditedAct } from './sign-in-audit.ts';

/** Milliseconds for which a right to enter is not asked again. */
const RIGHT_KEPT = 1_000;
/** Milliseconds without a call after which a person enters a company anew. */
const VISIT_ENDS = 30 * 60_000;

/** Companies open now to a person, by the rights to enter that he was given; `$1` he, `$2` now, `$3` the time zone. */
const ENTERABLE = `
  select c."tenantCode" as "tenantId", c."tenantName"
  from data."companyEntry" e join data.tenant c on c.id = e."companyId" and c."isDeleted" = 0 and c.status = '1'
  where e."tenantId" = '${topTenant}' and e."isDeleted" = 0 and e."userId" = $1
    and (e."until" is null or e."until" >= ($2::timestamptz at time zone $3)::date)
    and (c."expireTime" is null or c."expireTime" >= ($2::timestamptz at time zone $3)::date)
  order by c."tenantCode"`;

/** Companies that a person of the top tenant may enter now, by their numbers. */
export function enterableCompanies(
  database: Database,
  clock: Clock,
  timeZone: string,
  userId: string,
): Promise<readonly TenantChoice[]> {
  return database.withTenant(topTenant, (connection) =>
    connection.query<TenantChoice>(ENTERABLE, [userId, clock.now(), timeZone]),
  );
}

/** Who of the top tenant enters which company. */
export interface CompanyEntries {
  /** Whether somebody gave the person the right to enter the company, and it still holds. */
  mayEnter(userId: string, tenantId: string): Promise<boolean>;
  /** Notes a call inside a company: where a visit begins, a row is written into the log of both. */
  noteVisit(state: SessionState, tenantId: string, call: Pick<AuditedAct, 'ip' | 'requestId'>): Promise<void>;
  /** Forgets which rights were found. */
  forget(): void;
}

export function createCompanyEntries(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly audit: (
    connection: Parameters<Parameters<Database['transaction']>[1]>[0],
    event: AuditedAct,
  ) => Promise<void>;
}): CompanyEntries {
  const { database, clock, timeZone, audit } = options;
  const rights = new Map<string, { readonly at: number; readonly companies: Promise<ReadonlySet<string>> }>();
  const visits = new Map<string, { seen: number; readonly begun: Promise<void> }>();

  function companiesOf(userId: string): Promise<ReadonlySet<string>> {
    const now = performance.now();
    const known = rights.get(userId);
    if (known !== undefined && now - known.at < RIGHT_KEPT) return known.companies;
    if (rights.size > 1_000) rights.clear();
    const companies = enterableCompanies(database, clock, timeZone, userId).then(
      (list) => new Set(list.map(({ tenantId }) => tenantId)),
    );
    rights.set(userId, { at: now, companies });
    companies.catch(() => rights.delete(userId));
    return companies;
  }

  async function begin(state: SessionState, tenantId: string, call: Pick<AuditedAct, 'ip' | 'requestId'>) {
    const person = `${state.realName}（${state.account}）`;
    for (const log of [topTenant, tenantId]) {
      const summary = log === topTenant ? `${person}进入企业${tenantId}` : `平台人员${person}进入本企业`;
      await database.transaction(log, (connection) =>
        audit(connection, {
          entityKey: 'session',
          recordId: state.sessionId,
          action: 'enter',
          summary,
          userId: state.userId,
          account: state.account,
          ...call,
        }),
      );
    }
  }

  return {
    mayEnter: async (userId, tenantId) => (await companiesOf(userId)).has(tenantId),
    async noteVisit(state, tenantId, call) {
      const key = `${state.sessionId} ${tenantId}`;
      const now = performance.now();
      const visit = visits.get(key);
      if (visit !== undefined && now - visit.seen < VISIT_ENDS) {
        visit.seen = now;
        return visit.begun;
      }
      for (const [old, { seen }] of visits) if (now - seen >= VISIT_ENDS) visits.delete(old);
      // Whoever cannot be noted is not let in.
      const begun = begin(state, tenantId, call);
      visits.set(key, { seen: now, begun });
      begun.catch(() => visits.delete(key));
      return begun;
    },
    forget: () => rights.clear(),
  };
}
