import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A fresh secret of 256 bits, fit for headers and addresses. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether two texts are equal, in a time that tells nothing of where they differ. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest());
}
