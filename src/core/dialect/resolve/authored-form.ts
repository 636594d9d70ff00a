/**
 * A JSON Schema of what is written as that of what is resolved: without what bears the mark `x-authored`, and with all that
 * `x-given` names as required, since resolving gives it.
 */
export function withoutAuthored(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.filter((form) => !isAuthored(form)).map(withoutAuthored);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { 'x-given': given, ...rest } = schema as Readonly<Record<string, unknown>>;
  const resolved = Object.fromEntries(
    Object.entries(rest).flatMap(([key, value]) => (isAuthored(value) ? [] : [[key, withoutAuthored(value)]])),
  );
  return Array.isArray(given) ? { ...resolved, required: [...requiredOf(resolved), ...given] } : resolved;
}

const requiredOf = ({ required }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(required) ? required : [];

const isAuthored = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && Reflect.get(node, 'x-authored') === true;
