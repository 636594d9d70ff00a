import { PASSWORD_GUARDS } from '../access/sign-in/password-guards.ts';
import { SESSION_GUARDS } from '../access/sign-in/session-guards.ts';
import { OUTBOX_GUARDS } from '../flow/outgoing/outbox-table.ts';
import { createDatabase, type DatabaseOptions } from '../ground/database/create-database.ts';
import type { Database } from '../ground/database/database.ts';
import { AUDIT_GUARDS } from '../records/audit/audit-guards.ts';

/** Opens the pools of a database with all guards of the platform. Each module that guards tables adds its own here. */
export function createPlatformDatabase(options: Omit<DatabaseOptions, 'guards'>): Database {
  return createDatabase({
    ...options,
    guards: [...SESSION_GUARDS, ...PASSWORD_GUARDS, ...AUDIT_GUARDS, ...OUTBOX_GUARDS],
  });
}
