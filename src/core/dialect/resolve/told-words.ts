import { valueTypes } from './value-types.generated.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The entity with what its other words tell: `type` and `items` of each field and column by its kind, `kind` of a figure
 * that is made of others. What is written stays; of a field type from outside a text is taken. The same value where
 * nothing is left out.
 */
export function withToldWords(entity: unknown): unknown {
  const withTypes = within(entity, 'record', (record) => within(record, 'properties', (each) => all(each, typed)));
  return within(withTypes, 'statistics', (part) => within(part, 'measures', (each) => all(each, counted)));
}

function all(things: unknown, change: (thing: unknown) => unknown): unknown {
  if (!isNode(things)) return things;
  const made = Object.entries(things).map(([key, thing]) => [key, change(thing)] as const);
  return made.every(([key, thing]) => thing === things[key]) ? things : Object.fromEntries(made);
}

function counted(measure: unknown): unknown {
  if (!isNode(measure) || measure.kind !== undefined || measure.numerator === undefined) return measure;
  const { title, ...rest } = measure;
  return { title, kind: measure.denominator === undefined ? 'share' : 'ratio', ...rest };
}

function typed(property: unknown): unknown {
  if (!isNode(property) || typeof property.field !== 'string') return property;
  const withRows = within(property, 'items', (items) =>
    within(items, 'properties', (each) => all(each, typed)),
  ) as Node;
  const told = Object.hasOwn(valueTypes, property.field) ? valueTypes[property.field] : undefined;
  const isList = told?.texts === true || (told?.many === true && property.multiple === true);
  // Of a kind that nobody knows here, lint says what there is, or which types it takes.
  const own = told?.number === true && property.scale !== undefined ? 'number' : (told?.type ?? 'string');
  const type = property.type ?? (isList ? 'array' : own);
  const wantsItems = isList && type === 'array' && property.items === undefined;
  if (type === property.type && !wantsItems) return withRows;
  const given = {
    ...(property.type === undefined ? { type } : {}),
    ...(wantsItems ? { items: { type: 'string' } } : {}),
  };
  // Beside `field`, where an author would have written them.
  return Object.fromEntries(
    Object.entries(withRows).flatMap(([key, value]) =>
      key === 'field' ? [[key, value], ...Object.entries(given)] : [[key, value]],
    ),
  );
}

/** A node with one of its parts made anew; the node itself where the part stays. */
function within(node: unknown, key: string, change: (part: unknown) => unknown): unknown {
  if (!isNode(node) || node[key] === undefined) return node;
  const made = change(node[key]);
  return made === node[key] ? node : { ...node, [key]: made };
}
