/** An argument as one text: lists are joined with commas, numbers and booleans written out; undefined where empty. */
export function textArgument(value: unknown): string | undefined {
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => textArgument(item) ?? '').join(',');
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
}
