import { parseExpression, printExpression, renameReferences } from '../expression/index.ts';
import { type Draft, idOf, reorder } from './locate.ts';

/** Renames references in one expression's source; a source that cannot be read is left as it is. */
function renameIn(source: string, map: Readonly<Record<string, string>>): string {
  const parsed = parseExpression(source);
  if ('problems' in parsed) return source;
  const renamed = renameReferences(parsed.node, map);
  return renamed === parsed.node || printExpression(renamed) === printExpression(parsed.node)
    ? source
    : printExpression(renamed);
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose text is an expression over this record, wherever they stand. */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  'when',
  'compute',
  'defaultFrom',
  'visible',
  'requiredWhen',
  'disabledWhen',
  'fixedWhen',
  'offeredWhen',
  'elseFrom',
  'detail',
  'lock',
  'every',
  'target',
  'expression',
  'start',
  'window',
  'forEach',
  'of',
]);

/** Keywords whose text is the key of a field of this record. */
const FIELD_KEYS: ReadonlySet<string> = new Set(['field', 'head', 'label', 'end', 'endOf', 'date']);

/** Keywords that list keys of fields. */
const FIELD_LISTS: ReadonlySet<string> = new Set([
  'required',
  'fields',
  'header',
  'filters',
  'columns',
  'sort',
  'users',
  'depts',
  'by',
  'key',
  'labelDetail',
]);

/** Keywords whose maps go from a field of another record to an expression over this one. */
const FOREIGN_MAPS: ReadonlySet<string> = new Set(['values', 'map']);

/**
 * Renames a field everywhere in its entity: in the record, in every expression, list and map that names it. Its first
 * key stays as `id`. Other entities that read it through a reference are not touched.
 */
export function renameField(entity: Draft, from: string, to: string): void {
  renameKey((entity.record as Draft).properties as Draft, from, to);
  const expression = (source: string): string => renameIn(source, { [from]: to });
  /** Names are another record's here; `record` and `parent` are this one. */
  const foreign = (source: string): string => renameIn(source, { [`record.${from}`]: to, [`parent.${from}`]: to });
  /** `customer`, `-customer`, `customer:month`. */
  const fieldName = (text: string): string =>
    text.replace(/^(-?)([A-Za-z0-9]+)/, (whole, sign, name) => (name === from ? `${sign}${to}` : whole));

  const walk = (value: unknown, path: readonly string[]): unknown => {
    const last = path.at(-1) ?? '';
    if (typeof value === 'string') return text(value, path, last);
    if (Array.isArray(value)) {
      const listsFields = FIELD_LISTS.has(last) && !isForeignList(path);
      return value.map((item: unknown) =>
        listsFields && typeof item === 'string' ? fieldName(item) : walk(item, path),
      );
    }
    if (!isDraft(value)) return value;
    const isFieldMap = mapsFields(path);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [isFieldMap && key === from ? to : key, walk(part, [...path, key])]),
    );
  };
  const text = (value: string, path: readonly string[], last: string): string => {
    const owner = path.at(-2) ?? '';
    if (path[0] === 'examples') return value;
    if (path[0] === 'parent') return last === 'field' ? fieldName(value) : value;
    if (owner === 'set' || FOREIGN_MAPS.has(owner)) return expression(value);
    if (last === 'where') return owner === 'ref' || owner === 'from' ? foreign(value) : expression(value);
    if (isInner(path)) return EXPRESSIONS.has(last) ? foreign(value) : value;
    if (EXPRESSIONS.has(last)) return expression(value);
    if (last === 'at') return path.includes('timers') ? expression(value) : fieldName(value);
    if (last === 'proposal') return proposes(entity, path) ? fieldName(value) : value;
    if (last === 'parent' && owner === 'tree') return fieldName(value);
    // `field` names the type inside a property, and a field everywhere else.
    if (last === 'field' && isProperty(path)) return value;
    if (last === 'label' && owner === 'ref') return value;
    return FIELD_KEYS.has(last) ? fieldName(value) : value;
  };
  for (const [key, part] of Object.entries(entity)) entity[key] = walk(part, [key]);
}

/** Whether a path is that of a keyword of a property: `record.properties.x.field`, `actions.a.fields.x.field`. */
function isProperty(path: readonly string[]): boolean {
  const holder = path.at(-3);
  return holder === 'properties' || (holder === 'fields' && path[0] === 'actions');
}

/** Whether bare names are a row's, a dialogue's or a choice's own, and `parent.x` or `record.x` the record's. */
function isInner(path: readonly string[]): boolean {
  const ofChoices = path.at(-3) === 'ref' && path.at(-2) === 'rules';
  return ofChoices || path.includes('items') || (path[0] === 'actions' && path[2] === 'fields');
}

/** Whether what a transition proposes are fields of this record, and not of the entity it writes. */
function proposes(entity: Draft, path: readonly string[]): boolean {
  const transition = isDraft(entity.transitions) ? entity.transitions[path[1] ?? ''] : undefined;
  return isDraft(transition) && transition.writes === undefined;
}

/** Whether a list of fields is another record's, or no list of fields at all. */
function isForeignList(path: readonly string[]): boolean {
  return path.includes('items') || path[0] === 'actions';
}

/** Whether the keys of a map are fields of this record. */
function mapsFields(path: readonly string[]): boolean {
  const [root, , third] = path;
  const last = path.at(-1);
  if (root === 'permissions') return path.length === 2 && last === 'fields';
  if (root === 'examples') return path.length === 2 && (last === 'record' || last === 'expect' || last === 'errors');
  if (root === 'parent') return last === 'map';
  if (root !== 'transitions') return false;
  return (path.length === 3 && (third === 'fields' || third === 'set')) || (last === 'set' && path.at(-2) === 'reject');
}

/** Renames an entry of a map in its place; its first key stays as `id`. */
export function renameKey(map: Draft, from: string, to: string): void {
  const id = idOf(map, from);
  const keys = Object.keys(map).map((key) => (key === from ? to : key));
  const { id: _, ...rest } = map[from] as Draft;
  delete map[from];
  map[to] = id === to ? rest : { ...rest, id };
  reorder(map, keys);
}
