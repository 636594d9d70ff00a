import { type Names, type Path, walk } from '../dialect/walk/walk.ts';
import { parseExpression, printExpression, renameReferences } from '../expression/index.ts';
import { type Draft, entryId, reorder } from './locate.ts';

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
  const texts: (readonly [Path, string])[] = [];
  const keys: Path[] = [];
  walk(entity, {
    expression({ path }, source, over) {
      const renamed = renameIn(source, referencesTo(from, to, own, over, isOwn(over)));
      if (renamed !== source) texts.push([path, renamed]);
    },
    key({ path, isKey, marks }, name, names, over) {
      if (names !== 'field' || name !== from || !isOwn(over)) return;
      if (isKey) keys.push(path);
      else if (marks.fills !== undefined) texts.push([path, textAt(entity, path).replaceAll(`{${from}}`, `{${to}}`)]);
      else texts.push([path, textAt(entity, path).replace(from, to)]);
    },
  });
  for (const [path, text] of texts) holderOf(entity, path)[path.at(-1) ?? ''] = text;
  // Last, since a path goes by the keys as they were: no map of fields lies within another.
  for (const path of keys) renameEntry(holderOf(entity, path), from, to);
  renameKey((entity.record as Draft).properties as Draft, from, to);
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
