import { createHash } from 'node:crypto';
import type { ParsedWorld } from './parse-world.ts';

/** Worlds of companies that are kept of the same files, and of one company: what serves, and what is tried over it. */
const MOST = 60;
const MOST_OF_ONE = 3;

/** One that was judged, by all that it was judged by. */
interface Kept {
  readonly tenantId: string;
  readonly made: unknown;
}

const kept = new WeakMap<ParsedWorld, Map<string, Kept>>();

/**
 * What was made of the same files and the same words of a company before, else what `make` makes of them now. A change is
 * counted, published, planned and then served: all four ask for the same world.
 * @param by all that it depends on besides the files.
 */
export function judgedBefore<T>(parsed: ParsedWorld, tenantId: string, by: unknown, make: () => T): T {
  const own = kept.get(parsed) ?? new Map<string, Kept>();
  kept.set(parsed, own);
  const name = createHash('sha256')
    .update(JSON.stringify([tenantId, by]))
    .digest('base64');
  const known = own.get(name);
  const made = known === undefined ? make() : (known.made as T);
  // Behind all others: what has not been asked for the longest time goes first.
  own.delete(name);
  own.set(name, { tenantId, made });
  const ofOne = [...own].filter(([, other]) => other.tenantId === tenantId);
  const [oldest] = ofOne.length > MOST_OF_ONE ? ofOne : own.size > MOST ? own : [];
  if (oldest !== undefined) own.delete(oldest[0]);
  return made;
}
