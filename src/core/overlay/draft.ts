/** A JSON object that is being changed. */
export type Draft = Record<string, unknown>;

/** Whether a JSON value is an object. */
export const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of a JSON value that shares nothing with it. */
export function cloneJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Permanent id of an entry. */
export function entryId(map: Draft, key: string): string {
  const value = map[key];
  const id = isDraft(value) ? value.id : undefined;
  return typeof id === 'string' ? id : key;
}

/** Puts the keys of a map into a new order, in place. */
export function reorder(map: Draft, keys: readonly string[]): void {
  const entries = keys.map((key) => [key, map[key]] as const);
  for (const key of Object.keys(map)) delete map[key];
  for (const [key, value] of entries) map[key] = value;
}

/** Keys of states or options by their `order`, which integer-like keys could not keep by themselves. */
export function byOrder(map: Draft): string[] {
  const order = (key: string): number => {
    const value = map[key];
    const found = isDraft(value) ? value.order : undefined;
    return typeof found === 'number' ? found : Number.MAX_SAFE_INTEGER;
  };
  return Object.keys(map).sort((left, right) => order(left) - order(right));
}

/** The names with `name` behind `after` (null: first); appended where that one is gone. */
export function placed(names: readonly string[], name: string, after: string | null): string[] {
  const rest = names.filter((other) => other !== name);
  if (after === null) return [name, ...rest];
  const anchor = rest.indexOf(after);
  return anchor < 0 ? [...rest, name] : [...rest.slice(0, anchor + 1), name, ...rest.slice(anchor + 1)];
}
