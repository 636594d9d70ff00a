/**
 * Makes a memory of what is worked out for a set of roles over something that never changes (a snapshot, a model); it goes
 * with that. The order of the roles does not matter; `about` tells apart what is worked out of the same roles.
 */
export function rememberByRoles<Over extends WeakKey, Value>(): (
  over: Over,
  roleCodes: readonly string[],
  make: () => Value,
  about?: string,
) => Value {
  const known = new WeakMap<Over, Map<string, { readonly value: Value }>>();
  return (over, roleCodes, make, about = '') => {
    const held = known.get(over) ?? new Map<string, { readonly value: Value }>();
    known.set(over, held);
    const key = `${[...new Set(roleCodes)].sort().join()}|${about}`;
    const found = held.get(key) ?? { value: make() };
    held.set(key, found);
    return found.value;
  };
}
