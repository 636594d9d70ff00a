import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './config-error.ts';

/**
 * The secret in a file, made at the first start so that its owner alone reads it; the same for processes that start at once.
 * Throws ConfigError with `damaged` where the file is not whole.
 */
export function secretIn(file: string, damaged: string): string {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process made it at this moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new ConfigError(damaged);
  return secret;
}
