import type { TableGuard } from '../../ground/database/table-guard.ts';
import { EVENT_CHANNEL } from '../../ground/publish.ts';

/**
 * Ends the sessions of a person, or of a whole tenant where `person` is null, for good: their keys go, so that neither
 * token nor code can ever be used again, whatever the account becomes later. Open streams are told to look.
 */
const endSessions = `
  create or replace function platform."endSessions"(tenant text, person text, reason text) returns void
    language plpgsql set search_path = pg_catalog as $end$
  declare
    asked text := coalesce(current_setting('anlan.tenant', true), '');
    ended text[] := array(select "sessionId" from platform."sessionKey"
      where "tenantId" = tenant and (person is null or "userId" = person));
  begin
    delete from platform."handoverCode" where "sessionId" = any(ended);
    delete from platform."refreshToken" where "sessionId" = any(ended);
    delete from platform."sessionKey" where "sessionId" = any(ended);
    -- A company is disabled in the view of another one.
    perform set_config('anlan.tenant', tenant, true);
    update data.session set status = '0', "endReason" = reason, version = version + 1, "updateTime" = now()
    where "tenantId" = tenant and status = '1' and (person is null or "userId" = person);
    perform set_config('anlan.tenant', asked, true);
    perform pg_notify('${EVENT_CHANNEL}', json_build_object('tenantId', tenant, 'topic', 'session')::text);
  end $end$;`;

/** Name of the lock that opening a session shares and disabling its tenant takes alone. */
export const tenantSessionsLock = `'sessions ' || `;

/** Who may no longer sign in has no session left, and gets none back when he may again. */
export const SESSION_GUARDS: readonly TableGuard[] = [
  {
    name: 'endPersonSessions',
    table: 'user',
    fires: 'after update',
    // A password that its owner changes leaves him the session in which he does; he ends the others himself.
    when: `(new.status = '0' and old.status is distinct from '0')
      or (new."isDeleted" <> 0 and old."isDeleted" = 0)
      or (new.password is distinct from old.password and new."mustChangePassword" = '1')`,
    functions: endSessions,
    body: `begin
      perform platform."endSessions"(new."tenantId", new.id, case
        when new."isDeleted" <> 0 then '账号已删除' when new.status = '0' then '账号已停用' else '密码已重置' end);
      return null;
    end`,
  },
  {
    name: 'endTenantSessions',
    table: 'tenant',
    fires: 'after update',
    when: `(new.status = '0' and old.status is distinct from '0') or (new."isDeleted" <> 0 and old."isDeleted" = 0)`,
    functions: endSessions,
    body: `begin
      perform pg_advisory_xact_lock(hashtextextended(${tenantSessionsLock}new."tenantCode", 0));
      perform platform."endSessions"(new."tenantCode", null, '企业已停用');
      return null;
    end`,
  },
];
