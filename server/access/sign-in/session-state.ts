import type { Clock } from '../../ground/context.ts';
import type { Database } from '../../ground/database/database.ts';
import { passwordMark } from './password.ts';

/** A live session with all that checks of rights ask about its person. */
export interface SessionState {
  readonly sessionId: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
  readonly realName: string;
  readonly deptIds: readonly string[];
  /** The own departments and all below them. */
  readonly deptTreeIds: readonly string[];
  readonly postIds: readonly string[];
  readonly roleCodes: readonly string[];
  readonly mustChangePassword: boolean;
}

/** Looks sessions up, at most once a second for each. */
export interface SessionStates {
  /** The state of a session; undefined where it has ended, or its account or tenant is no longer open. */
  find(tenantId: string, sessionId: string): Promise<SessionState | undefined>;
  /** Forgets what is remembered of a session, so that its end counts at once. */
  forget(sessionId: string): void;
  /** The same for all sessions of a tenant, so that a changed account, role or department counts at once. */
  forgetTenant(tenantId: string): void;
  /** The same for all. */
  forgetAll(): void;
}

interface Remembered {
  readonly at: number;
  readonly tenantId: string;
  readonly state: Promise<SessionState | undefined>;
}

interface Row {
  alive: boolean;
  userId: string;
  account: string;
  realName: string;
  password: string | null;
  passwordMark: string | null;
  mustChangePassword: string | null;
  dept: string[] | null;
  post: string[] | null;
  roleCodes: string[];
  deptTree: string[];
  seenLately: boolean;
}

const lookup = `
  with recursive session as (
    select s.id, s."expireTime" > $2 as fresh, s."lastSeenTime" > $3 as "seenLately", u.id as "userId", u.account,
      u."realName", u.password, u."mustChangePassword", u.dept, u.role, u.post, k."passwordMark"
    from data.session s
    join data."user" u on u."tenantId" = s."tenantId" and u.id = s."userId" and u."isDeleted" = 0 and u.status <> '0'
    left join platform."sessionKey" k on k."sessionId" = s.id
    where s."tenantId" = $4 and s.id = $1 and s.status = '1' and s."isDeleted" = 0
  ),
  tree as (
    select d.id from data.dept d, session where d."tenantId" = $4 and d.id = any(session.dept) and d."isDeleted" = 0
    union
    select d.id from data.dept d join tree on d."parentId" = tree.id where d."tenantId" = $4 and d."isDeleted" = 0
  )
  select session.*,
    fresh and exists (
      select 1 from data.tenant t
      where t."tenantCode" = $4 and t."isDeleted" = 0 and t.status = '1'
        and (t."expireTime" is null or t."expireTime" >= ($2::timestamptz at time zone $5)::date)
    ) as alive,
    array(
      select r."roleCode" from data.role r
      where r."tenantId" = $4 and r.id = any(session.role) and r."isDeleted" = 0 order by r.sort, r."roleCode"
    ) as "roleCodes",
    array(select id from tree) as "deptTree"
  from session`;

const rememberedFor = 1_000;
const rememberedAtMost = 20_000;
const seenEvery = 60_000;

export function createSessionStates(
  database: Database,
  clock: Clock,
  timeZone: string,
  onError: (error: unknown) => void,
): SessionStates {
  const remembered = new Map<string, Remembered>();

  async function load(tenantId: string, sessionId: string): Promise<SessionState | undefined> {
    const now = clock.now();
    const [row] = await database.withTenant(tenantId, (connection) =>
      connection.query<Row>(
        lookup,
        [sessionId, now, new Date(now.getTime() - seenEvery), tenantId, timeZone],
        'session-state',
      ),
    );
    if (!row?.alive || row.password === null || row.passwordMark !== passwordMark(row.password)) return undefined;
    if (!row.seenLately) noteSeen(tenantId, sessionId, now);
    return {
      sessionId,
      tenantId,
      userId: row.userId,
      account: row.account,
      realName: row.realName,
      deptIds: row.dept ?? [],
      deptTreeIds: row.deptTree,
      postIds: row.post ?? [],
      roleCodes: row.roleCodes,
      mustChangePassword: row.mustChangePassword === '1',
    };
  }

  // Nobody waits for it, and losing it loses nothing.
  function noteSeen(tenantId: string, sessionId: string, now: Date): void {
    database
      .withTenant(tenantId, (connection) =>
        connection.execute('update data.session set "lastSeenTime" = $2 where id = $1', [sessionId, now]),
      )
      .catch(onError);
  }

  return {
    find(tenantId, sessionId) {
      const now = performance.now();
      const known = remembered.get(sessionId);
      if (known !== undefined && now - known.at < rememberedFor) return known.state;
      if (remembered.size >= rememberedAtMost) remembered.clear();
      const state = load(tenantId, sessionId);
      remembered.set(sessionId, { at: now, tenantId, state });
      state.catch(() => remembered.delete(sessionId));
      return state;
    },
    forget(sessionId) {
      remembered.delete(sessionId);
    },
    forgetTenant(tenantId) {
      for (const [sessionId, known] of remembered) if (known.tenantId === tenantId) remembered.delete(sessionId);
    },
    forgetAll: () => remembered.clear(),
  };
}
