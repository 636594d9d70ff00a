import { createHash } from 'node:crypto';

/** A value as JSON in the one form that is hashed: keys sorted, nothing undefined, no spaces. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => sorted(entry));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(
    entries.sort(([left], [right]) => (left < right ? -1 : 1)).map(([key, entry]) => [key, sorted(entry)]),
  );
}

/** SHA-256 of a text in UTF-8, as hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
