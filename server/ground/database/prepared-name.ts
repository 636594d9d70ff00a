import type pg from 'pg';

const namesOf = new WeakMap<pg.ClientBase, Map<string, string>>();

/**
 * The name under which a session prepares a statement and finds it again. Undefined where the session holds as many as it
 * may: the statement is planned each time.
 */
export function preparedName(client: pg.ClientBase, text: string, most: number): string | undefined {
  const names = namesOf.get(client) ?? new Map<string, string>();
  namesOf.set(client, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= most) return known;
  const name = `text${names.size}`;
  names.set(text, name);
  return name;
}
