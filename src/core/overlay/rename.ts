import type { Property } from '../dialect/entity.generated.ts';
import { type Names, type Path, walk } from '../dialect/walk/walk.ts';
import { parseExpression, printExpression, renameReferences } from '../expression/index.ts';
import { besideOf } from '../model/override-properties.ts';
import { type Draft, entryId, reorder } from './draft.ts';

/** Renames references in one expression's source; a source that cannot be read is left as it is. */
export function renameIn(source: string, map: Readonly<Record<string, string>>): string {
  const parsed = parseExpression(source);
  if ('problems' in parsed) return source;
  const renamed = renameReferences(parsed.node, map);
  return renamed === parsed.node || printExpression(renamed) === printExpression(parsed.node)
    ? source
    : printExpression(renamed);
}

/**
 * Renames a field everywhere in its entity: in the record, in every expression, list and map that names it. Its first
 * key stays as `id`. Other entities that read it through a reference are not touched.
 */
export function renameField(entity: Draft, from: string, to: string): void {
  const own = String(entity.entity);
  const isOwn = ({ over, entity: key }: Names): boolean => over === 'self' || (over === 'target' && key === own);
  const names = renamedNames(entity, from, to);
  const texts: (readonly [Path, string])[] = [];
  const keys: (readonly [Path, string, string])[] = [];
  walk(entity, {
    expression({ path }, source, over) {
      const maps = [...names].map(([name, next]) => referencesTo(name, next, own, over, isOwn(over)));
      const renamed = renameIn(source, Object.assign({}, ...maps));
      if (renamed !== source) texts.push([path, renamed]);
    },
    key({ path, isKey, marks }, name, kind, over) {
      const next = kind === 'field' && isOwn(over) ? names.get(name) : undefined;
      if (next === undefined) return;
      if (isKey) keys.push([path, name, next]);
      else if (marks.fills !== undefined) texts.push([path, withPlaces(textAt(entity, path), names)]);
      else texts.push([path, textAt(entity, path).replace(name, next)]);
    },
  });
  for (const [path, text] of texts) holderOf(entity, path)[path.at(-1) ?? ''] = text;
  // Last, since a path goes by the keys as they were: no map of fields lies within another.
  for (const [path, name, next] of keys) renameEntry(holderOf(entity, path), name, next);
  renameKey((entity.record as Draft).properties as Draft, from, to);
}

/** The field and those that stand beside it, with their new names. */
function renamedNames(entity: Draft, from: string, to: string): ReadonlyMap<string, string> {
  const field = ((entity.record as Draft).properties as Record<string, Property | undefined>)[from];
  const beside = field === undefined ? [] : [...besideOf({ [from]: field }).keys()];
  return new Map([[from, to], ...beside.map((name) => [name, `${to}${name.slice(from.length)}`] as const)]);
}

function withPlaces(text: string, names: ReadonlyMap<string, string>): string {
  return [...names].reduce((words, [name, next]) => words.replaceAll(`{${name}}`, `{${next}}`), text);
}

/** How an expression refers to the field, as `renameReferences` takes it. */
export function referencesTo(
  from: string,
  to: string,
  own: string,
  { over }: Names,
  isOwn: boolean,
): Readonly<Record<string, string>> {
  // Where names are another record's or a row's, `record`, `parent` and `outer` are this one.
  const outer =
    over === 'target' || over === 'row'
      ? { [`record.${from}`]: to, [`parent.${from}`]: to, [`outer.${from}`]: to }
      : {};
  return { ...(isOwn ? { [from]: to } : {}), ...outer, [`@${own}.${from}`]: to };
}

function holderOf(entity: Draft, path: Path): Draft {
  return path.slice(0, -1).reduce<Draft>((holder, step) => holder[step] as Draft, entity);
}

function textAt(entity: Draft, path: Path): string {
  return String(holderOf(entity, path)[path.at(-1) ?? '']);
}

function renameEntry(map: Draft, from: string, to: string): void {
  const keys = Object.keys(map).map((key) => (key === from ? to : key));
  map[to] = map[from];
  delete map[from];
  reorder(map, keys);
}

/** Renames an entry of a map in its place; its first key stays as `id`. */
export function renameKey(map: Draft, from: string, to: string): void {
  const id = entryId(map, from);
  renameEntry(map, from, to);
  const { id: _, ...rest } = map[to] as Draft;
  map[to] = id === to ? rest : { ...rest, id };
}
