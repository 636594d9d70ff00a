import { isEmptyValue } from './record-environment.ts';

/**
 * Whether two values of fields, as JSON has them, say the same; everywhere, in the browser and on the server. All empty
 * values do (null, absent, '', an empty list); within rows and objects what JSON says counts, where keys have no order,
 * since jsonb keeps none, and entries of lists have. `==` of expressions is another thing: there '' is a text.
 */
export function sameValue(left: unknown, right: unknown): boolean {
  if (isEmptyValue(left) || isEmptyValue(right)) return isEmptyValue(left) && isEmptyValue(right);
  return sameJson(left, right);
}

/** Whether two values are the same JSON, keys of objects in any order. What is undefined is not there. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const [one, other] = [asJson(left), asJson(right)];
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, index) => sameJson(entry ?? null, other[index] ?? null));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  return (
    Object.entries(one).every(([key, value]) => sameJson(value, own(other, key))) &&
    Object.entries(other).every(([key, value]) => value === undefined || own(one, key) !== undefined)
  );
}

/** Dates and decimals say themselves what they are in JSON. */
function asJson(value: unknown): unknown {
  return isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;
}

const own = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
