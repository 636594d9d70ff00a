/** A JSON object of a meta-schema. */
type Json = Readonly<Record<string, unknown>>;

/** What registries say about the meta-schema of entities. */
export interface RegisteredKeywords {
  readonly verbs: readonly { readonly schema: Json; readonly shares: readonly string[] }[];
}

/**
 * The meta-schema of entities with what the registries say: an effect's own keywords are those of its verbs. What is there
 * keeps its place; a keyword that no verb knows any more goes.
 */
export function withRegistered(schema: Json, { verbs }: RegisteredKeywords): Json {
  const defs = objectAt(schema, '$defs');
  const effect = objectAt(defs, 'effect');
  const shared = new Set(['when', ...verbs.flatMap(({ shares }) => shares)]);
  const own = Object.assign({}, ...verbs.map((verb) => verb.schema)) as Json;
  const properties = objectAt(effect, 'properties');
  const kept = Object.keys(properties).filter((key) => shared.has(key) || Object.hasOwn(own, key));
  const missing = [...shared].filter((key) => !Object.hasOwn(properties, key));
  if (missing.length > 0) throw new Error(`元方言的 effect 没有动作所说的关键字“${missing.join('”“')}”`);
  const keywords = Object.fromEntries([
    ...kept.map((key) => [key, own[key] ?? properties[key]]),
    ...Object.entries(own).filter(([key]) => !Object.hasOwn(properties, key)),
  ]);
  return { ...schema, $defs: { ...defs, effect: { ...effect, properties: keywords } } };
}

function objectAt(value: Json, key: string): Json {
  const found = value[key];
  if (typeof found !== 'object' || found === null) throw new Error(`元方言里没有“${key}”`);
  return found as Json;
}
