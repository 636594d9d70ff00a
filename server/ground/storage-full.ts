import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { sqlState } from './database/faults.ts';

/** SQLSTATE of PostgreSQL whose disk is full. */
const DISK_FULL = '53100';
const CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * What a fault means whose cause is a full disk, of the files or of the database: 507 in words. Anything else as it is.
 */
export function orStorageFull(error: unknown): unknown {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = 'code' in at ? String(at.code) : '';
    if (CODES.has(code) || sqlState(at) === DISK_FULL) return new AnlanError('storageFull');
  }
  return error;
}
