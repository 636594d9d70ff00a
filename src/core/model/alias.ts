/**
 * Pseudonyms: what stands for the author of an anonymous record wherever the platform notes who did something. A person
 * has one in a tenant; it follows from his id and the tenant's key, so that nobody without the key can tell whose it is.
 */
const PREFIX = 'anon-';

/** What answers name instead of an author: the same for all, so that nobody can tell whether two records have one. */
export const ANONYMOUS = 'anonymous';

/** A pseudonym made of a digest. */
export function aliasOf(digest: string): string {
  return `${PREFIX}${digest}`;
}

/** Whether an id is a pseudonym. */
export function isAlias(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(PREFIX);
}
