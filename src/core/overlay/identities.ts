import { entityPlace, formOf, type Place } from '../dialect/walk/place.ts';
import { walk } from '../dialect/walk/walk.ts';
import { type Draft, entryId, isDraft } from './draft.ts';

/** Names of the entries of the lists of an entity, by which edits address them. */
export interface Identities {
  /** The names of a list's entries, in their order; changed together with the list. */
  of(list: readonly unknown[]): string[];
}

/**
 * Names the entries of all lists as they are now, which then stay with them whatever is renamed or changed. A field's name
 * is its permanent id, with its sign (`-issueDate`); an object is called as the keyword says that names it (`x-named-by`),
 * else by what it says, so that an upgrade which changes it makes it another one. Equal ones are told apart by `.2`.
 * `draft` is what the lists belong to; it is looked through when the first list is asked for, and again for one that came
 * since with entries in it: a level that an overlay adds brings the list of who votes at it.
 */
export function createIdentities(draft: Draft): Identities {
  let known: Names | undefined;
  return {
    of(list) {
      known ??= nameLists(draft, new Map());
      if (!known.has(list) && list.length > 0) nameLists(draft, known);
      const names = known.get(list) ?? [];
      known.set(list, names);
      return names;
    },
  };
}

/** Names of the entries of lists. */
type Names = Map<readonly unknown[], string[]>;

/** Names the entries of those lists of a draft that bear no names yet. */
function nameLists(draft: Draft, lists: Names): Names {
  const ids = fieldNames(draft);
  visit(entityPlace(), draft, '');
  return lists;

  function visit(outer: Place, value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) return;
    const place = formOf(outer, value);
    if (Array.isArray(value)) {
      if (!lists.has(value)) lists.set(value, namesOf(place, value, path));
      for (const [index, item] of value.entries()) if (place.items) visit(place.items, item, `${path}/${index}`);
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const below = place.properties.get(key) ?? place.entries;
      if (below !== undefined) visit(below, item, `${path}/${key}`);
    }
  }

  function namesOf({ items }: Place, list: readonly unknown[], path: string): string[] {
    const names: string[] = [];
    for (const [index, item] of list.entries()) {
      const at = `${path}/${index}`;
      const by = items === undefined || !isDraft(item) ? undefined : formOf(items, item).marks['named-by'];
      const named = by === undefined ? item : (item as Draft)[by];
      const name =
        typeof named === 'string' ? (ids.get(by === undefined ? at : `${at}/${by}`) ?? named) : whatItSays(item);
      const same = names.filter((other) => other === name || other.startsWith(`${name}.`)).length;
      names.push(same === 0 ? name : `${name}.${same + 1}`);
    }
    return names;
  }
}

/** By place the permanent ids of the fields of the entity's own that lists name, with what stands around the name. */
function fieldNames(draft: Draft): ReadonlyMap<string, string> {
  const properties = (draft.record as Draft | undefined)?.properties as Draft | undefined;
  const found = new Map<string, string>();
  walk(draft, {
    key({ path, isKey }, name, kind, { over, entity }) {
      const isOwn = over === 'self' || (over === 'target' && entity === draft.entity);
      if (isKey || kind !== 'field' || !isOwn || properties === undefined || !Object.hasOwn(properties, name)) return;
      const text = path.reduce<unknown>((holder, step) => Reflect.get(Object(holder), step), draft);
      found.set(`/${path.join('/')}`, String(text).replace(name, entryId(properties, name)));
    },
  });
  return found;
}

/** A short name of a JSON value that two different ones hardly share: 64 bits (FNV-1a) of its text with sorted keys. */
export function whatItSays(value: unknown): string {
  // The prime is 2 to the power of 40 and 0x1b3; the hash is kept in halves, since lists are named with each edit of a draft.
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const unit of sortedText(value)) {
    const said = (low ^ (unit.codePointAt(0) ?? 0)) >>> 0;
    const product = said * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 0x100000000) + ((said << 8) >>> 0)) >>> 0;
    low = product >>> 0;
  }
  return `~${((BigInt(high) << 32n) | BigInt(low)).toString(36)}`;
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    isDraft(held) ? Object.fromEntries(Object.entries(held).sort(([left], [right]) => (left < right ? -1 : 1))) : held,
  );
}
