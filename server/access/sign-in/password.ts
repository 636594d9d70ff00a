import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { say } from '../../../src/core/text/say.ts';
import { checkText, invalidCharacter } from '../../../src/core/validation/text-checks.ts';

// OWASP's floor for argon2id, the library's default algorithm: 19 MiB, two passes, one lane; about 10 ms a check.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of a password as the user's record stores it (argon2id, PHC text). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let nobody: Promise<string> | undefined;

/**
 * Whether the password belongs to the stored hash. Without a hash (no such account) it takes the same time and says
 * no, so that nobody can tell which accounts exist.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(24).toString('base64'));
  const against = stored || (await nobody);
  try {
    return (await verify(against, password)) && Boolean(stored);
  } catch {
    // A stored text that is no hash fits no password.
    return false;
  }
}

/** Fingerprint of a stored hash by which a session knows that the password was changed since. */
export function passwordMark(stored: string): string {
  return createHash('sha256').update(stored).digest('base64url');
}

/** Why a text may not be a new password; undefined where it may. 8 to 32 characters of four classes. */
export function passwordFault(password: string): string | undefined {
  if (password === '') return say('请输入新密码');
  if (invalidCharacter(password) !== undefined) return say('新密码含有无效字符');
  if (password.length < 8) return say('密码长度不能少于8位');
  if (password.length > 32) return say('密码长度不能超过32位');
  return checkText('password', password);
}

/** The text behind a base64 of UTF-8, the reversible encoding of the password call's query; undefined for no base64. */
export function decodeBase64Text(value: string): string | undefined {
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    return undefined;
  }
}
