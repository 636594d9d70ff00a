/** A JSON object of a meta-schema. */
type Json = Readonly<Record<string, unknown>>;

/** What registries say about the meta-schema of entities. */
interface RegisteredKeywords {
  readonly verbs: readonly { readonly schema: Json; readonly shares: readonly string[] }[];
  readonly operationKinds: Readonly<Record<string, { readonly declared: boolean }>>;
  readonly channels: readonly string[];
  readonly pageKinds: readonly { readonly view: string; readonly says: string; readonly schema?: Json }[];
}

/**
 * The meta-schema of entities with what the registries say: an effect's own keywords are those of its verbs, a page's
 * `view` names the kinds, whose own keywords it may have besides. What is there keeps its place; what nobody registers any
 * more goes.
 */
export function withRegistered(schema: Json, { verbs, pageKinds, operationKinds, channels }: RegisteredKeywords): Json {
  const defs = objectAt(schema, '$defs');
  const effect = effectWith(objectAt(defs, 'effect'), verbs);
  const page = pageWith(objectAt(defs, 'page'), pageKinds);
  const operation = operationWith(objectAt(defs, 'operation'), operationKinds);
  return {
    ...schema,
    $defs: { ...defs, effect, page, operation, channels: channelsWith(objectAt(defs, 'channels'), channels) },
  };
}

function channelsWith(channels: Json, names: RegisteredKeywords['channels']): Json {
  const items = objectAt(channels, 'items');
  return { ...channels, items: { ...items, enum: inPlace(items.enum, names) } };
}

/** The meta-schema of joint pages with what the registry says: the kinds, and the keyword that each is called by. */
export function withJointKinds(
  schema: Json,
  kinds: readonly { readonly view: string; readonly says: string; readonly schema: Json }[],
): Json {
  const properties = objectAt(schema, 'properties');
  const { view, ...rest } = properties;
  const names = kinds.map((kind) => kind.view);
  const common = Object.entries(rest).filter(([key]) => !((view as Json).enum as readonly string[]).includes(key));
  const says = kinds.map((kind) => `\`${kind.view}\` shows ${kind.says}`).join('; ');
  return {
    ...schema,
    properties: {
      ...Object.fromEntries(common),
      view: { description: `Kind of page, whose keyword is called the same. ${says}.`, enum: names },
      ...Object.fromEntries(kinds.map((kind) => [kind.view, kind.schema])),
    },
  };
}

function operationWith(operation: Json, kinds: RegisteredKeywords['operationKinds']): Json {
  const names = Object.keys(kinds).filter((name) => kinds[name]?.declared === true);
  const forms = (operation.oneOf as readonly Json[]).map((form) => {
    if (form.properties === undefined) return form;
    const properties = objectAt(form, 'properties');
    const does = objectAt(properties, 'does');
    return { ...form, properties: { ...properties, does: { ...does, enum: inPlace(does.enum, names) } } };
  });
  return { ...operation, oneOf: forms };
}

/** Names in the order in which they stood; new ones at the end. */
function inPlace(before: unknown, names: readonly string[]): readonly string[] {
  const stood: readonly string[] = Array.isArray(before) ? before : [];
  return [...stood.filter((name) => names.includes(name)), ...names.filter((name) => !stood.includes(name))];
}

/** Says of which keywords `pageWith` knows that they are a kind's own, so that they go with it. */
const OWN_KEYWORD = /^Of pages of the kind `[^`]*`\. /;

function pageWith(page: Json, kinds: RegisteredKeywords['pageKinds']): Json {
  const properties = objectAt(page, 'properties');
  const view = objectAt(properties, 'view');
  const names = kinds.map((kind) => kind.view);
  const [one, several] = view.oneOf as readonly [Json, Json];
  const listed = inPlace(one.enum, names);
  const says = listed.map((name) => `\`${name}\` shows ${kinds.find((kind) => kind.view === name)?.says}`).join('; ');
  const common = Object.entries(properties).filter(
    ([, form]) => !OWN_KEYWORD.test(String((form as Json).description ?? '')),
  );
  const own = kinds.flatMap((kind) =>
    Object.entries(kind.schema ?? {}).map(([key, form]) => {
      const { description = '', ...rest } = form as Json;
      return [key, { description: `Of pages of the kind \`${kind.view}\`. ${description}`, ...rest }] as const;
    }),
  );
  return {
    ...page,
    properties: {
      ...Object.fromEntries(common),
      view: {
        ...view,
        description: `Kind of page, or several between which a person switches over the same records, the usual one first. Default \`list\`, or \`tree\` for entities with a tree.`,
        oneOf: [
          // Here and not above, whose sentence would have to be translated anew for each kind.
          { ...one, description: `The only kind: ${says}.`, enum: listed },
          { ...several, items: { ...objectAt(several, 'items'), enum: listed } },
        ],
      },
      ...Object.fromEntries(own),
    },
  };
}

function effectWith(effect: Json, verbs: RegisteredKeywords['verbs']): Json {
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
  return { ...effect, properties: keywords };
}

function objectAt(value: Json, key: string): Json {
  const found = value[key];
  if (typeof found !== 'object' || found === null) throw new Error(`元方言里没有“${key}”`);
  return found as Json;
}
