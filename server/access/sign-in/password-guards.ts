import type { Connection } from '../../ground/database/database.ts';
import { ownRowsOnly, type PlatformTable } from '../../ground/database/platform-table.ts';
import type { TableGuard } from '../../ground/database/table-guard.ts';
import { rememberedPasswords } from './password-policy.ts';

/** Hashes of the passwords that a person had, the newest the present one. */
export const PASSWORD_HISTORY_TABLE: PlatformTable = {
  name: 'passwordHistory',
  ddl: `
    create table if not exists platform."passwordHistory" (
      "changeNo" bigint generated always as identity primary key,
      "tenantId" text not null,
      "userId" text not null,
      password text not null
    );
    create index if not exists "passwordHistory_user" on platform."passwordHistory" ("tenantId", "userId", "changeNo");
    ${ownRowsOnly('passwordHistory')}`,
};

/** Setting of a transaction that names the person who sets his own password, or `*`. */
const OWN_PASSWORD = 'anlan.ownPassword';

/** Says in a transaction that the password which it writes is chosen by its owner, so that he need not change it. */
export async function ownPassword(connection: Connection, userId: string): Promise<void> {
  await connection.query('select set_config($1, $2, true)', [OWN_PASSWORD, userId]);
}

/** The same for everyone whom the transaction writes: the people of the demo, whose password all the world knows. */
export function knownPasswords(connection: Connection): Promise<void> {
  return ownPassword(connection, '*');
}

/** Whoever gets a password from somebody else changes it; each one that somebody had is remembered. */
export const PASSWORD_GUARDS: readonly TableGuard[] = [
  {
    name: 'givenPassword',
    table: 'user',
    fires: 'before insert or update',
    // Ids hold letters, digits, hyphens and underscores: none is the sign for everyone.
    body: `begin
      if coalesce(current_setting('${OWN_PASSWORD}', true), '') not in (new.id, '*') then
        if tg_op = 'INSERT' then
          new."mustChangePassword" := '1';
        elsif new.password is distinct from old.password or old."mustChangePassword" = '1' then
          new."mustChangePassword" := '1';
        end if;
      end if;
      return new;
    end`,
  },
  {
    name: 'keepPassword',
    table: 'user',
    fires: 'after insert or update',
    body: `begin
      if new.password is null or (tg_op = 'UPDATE' and new.password is not distinct from old.password) then
        return null;
      end if;
      insert into platform."passwordHistory" ("tenantId", "userId", password)
      values (new."tenantId", new.id, new.password);
      delete from platform."passwordHistory" where "tenantId" = new."tenantId" and "userId" = new.id
        and "changeNo" <= (select "changeNo" from platform."passwordHistory"
          where "tenantId" = new."tenantId" and "userId" = new.id
          order by "changeNo" desc offset ${rememberedPasswords} limit 1);
      return null;
    end`,
  },
];
