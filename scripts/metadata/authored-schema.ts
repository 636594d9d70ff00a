type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that no block gives: they are an entity's own. */
const OF_AN_ENTITY: ReadonlySet<string> = new Set(['dialect', 'entity', 'id', 'title', 'use']);

/**
 * The JSON Schema of a block, for editors, made of that of an entity: any part may be left out, since the entity gives it,
 * and a list may go on from the one beneath it. Marks are left out.
 */
export function blockSchema(entity: Node): object {
  const { $defs, properties, $schema } = entity;
  const own = Object.entries(isNode(properties) ? properties : {}).filter(([keyword]) => !OF_AN_ENTITY.has(keyword));
  return {
    $schema,
    $id: 'https://anlan.example/schemas/meta/block.schema.json',
    title: 'Block',
    description:
      'Part of an entity that several entities share, as `use` names it. Generated from entity.schema.json by `npm run metadata -- types`.',
    type: 'object',
    additionalProperties: false,
    properties: partial(Object.fromEntries(own)),
    $defs: partial($defs),
  };
}

/**
 * A form of which parts may be left out, since a block, the defaults of pages or the base of examples gives them. Of a
 * choice each branch stays whole, since it is told by what it must have; so does what a condition asks.
 */
export function partial(node: unknown, isBranch = false): unknown {
  if (Array.isArray(node)) return node.map((item) => partial(item, true));
  if (!isNode(node)) return node;
  const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
    if (key.startsWith('x-') || (key === 'required' && Array.isArray(value) && !isBranch)) return [];
    if (key === 'enum' || key === 'const' || key === 'if' || (key === 'required' && Array.isArray(value)))
      return [[key, value]];
    if (key === 'items' && node.type === 'array') return [[key, { anyOf: [{ const: '...' }, partial(value, true)] }]];
    return [[key, partial(value)]];
  });
  return Object.fromEntries(entries);
}

/** The meta-schema with what others share (`pageDefaults`, `measureDefaults`) as a form of which parts may be left out. */
export function withPartialDefaults(schema: Node): unknown {
  const definitions = isNode(schema.$defs) ? schema.$defs : {};
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isNode(node)) return node;
    const name = node['x-authored'] === true ? String(node.$ref ?? '').replace('#/$defs/', '') : '';
    if (Object.hasOwn(definitions, name)) return partial(definitions[name]);
    return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, visit(part)]));
  };
  return visit(schema);
}
