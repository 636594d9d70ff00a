/**
 * The newer of two values of JSON, built of the parts of the older one that say the same: what is compared by identity
 * knows what has changed. Keys in another order say something else, as the order of fields does. Neither is changed.
 */
export function sharedJson<T>(before: unknown, after: T): T {
  return shared(before, after) as T;
}

function shared(before: unknown, after: unknown): unknown {
  if (before === after || typeof before !== 'object' || typeof after !== 'object') return after;
  if (before === null || after === null) return after;
  if (Array.isArray(before) || Array.isArray(after)) {
    return Array.isArray(before) && Array.isArray(after) ? sharedList(before, after) : after;
  }
  return sharedObject(before as Readonly<Record<string, unknown>>, after as Readonly<Record<string, unknown>>);
}

function sharedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const made = after.map((value, index) => shared(before[index], value));
  if (made.length === before.length && made.every((value, index) => value === before[index])) return before;
  return made.every((value, index) => value === after[index]) ? after : made;
}

function sharedObject(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = Object.keys(before);
  const made = Object.entries(after).map(
    ([key, value]) => [key, shared(Object.hasOwn(before, key) ? before[key] : undefined, value)] as const,
  );
  const isSame =
    made.length === known.length && made.every(([key, value], index) => key === known[index] && value === before[key]);
  if (isSame) return before;
  return made.every(([key, value]) => value === after[key]) ? after : Object.fromEntries(made);
}
