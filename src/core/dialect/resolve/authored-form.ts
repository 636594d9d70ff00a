/** A JSON Schema of what is written as that of what is resolved: without what bears the mark `x-authored`. */
export function withoutAuthored(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.filter((form) => !isAuthored(form)).map(withoutAuthored);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (isAuthored(value) ? [] : [[key, withoutAuthored(value)]])),
  );
}

const isAuthored = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && Reflect.get(node, 'x-authored') === true;
