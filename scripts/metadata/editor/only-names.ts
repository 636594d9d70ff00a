/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * Names that may stand; nothing may where there are none.
 * @param pattern what the place takes besides being a name: where it lets more be said (`-amount`, `amount:month`), that too.
 */
export function onlyNames(names: readonly string[], pattern?: string): Schema {
  const [first] = names;
  if (first === undefined) return { not: {} };
  const form = new RegExp(pattern ?? '^$', 'u');
  const some = { enum: [...new Set(names)] };
  if (!form.test(`-${first}`) && !form.test(`${first}:month`)) return some;
  return { anyOf: [some, { pattern: `^-?(?:${names.join('|')})(?::.*)?$` }] };
}
