import { AUDIT_GUARDS } from '../audit/audit-guards.ts';
import { PASSWORD_GUARDS } from '../auth/password-guards.ts';
import { SESSION_GUARDS } from '../auth/session-guards.ts';
import { createDatabase, type DatabaseOptions } from './create-database.ts';
import type { Database } from './database.ts';

/** Opens the pools of a database with all guards of the platform. Each module that guards tables adds its own here. */
export function createPlatformDatabase(options: Omit<DatabaseOptions, 'guards'>): Database {
  return createDatabase({ ...options, guards: [...SESSION_GUARDS, ...PASSWORD_GUARDS, ...AUDIT_GUARDS] });
}
