import { placesIn } from '../../text/text-places.ts';
import { entityPlace, formOf, type Marks, type Over, type Place } from './place.ts';

/** Steps from the root of an entity's file to a place in it. */
export type Path = readonly (string | number)[];

/** Where a walk has come to. */
export interface Spot {
  readonly path: Path;
  /** Whether the key at the end of the path is meant, and not its value. */
  readonly isKey: boolean;
  readonly marks: Marks;
}

/** Whose names are meant at a spot. */
export interface Names {
  readonly over: Exclude<Over, 'proposal'>;
  /** Key of the entity, for `target` and `parent`; undefined where the file alone does not tell it. */
  readonly entity?: string | undefined;
  /** The fields, for `row`. */
  readonly rows?: Map;
}

/** What is done at the places of an entity; each is told with what stands there. */
export interface Visitor {
  /**
   * A text that people see, with the permanent id by which its translations are looked up. In a list of things without
   * names their texts stand in the id: another in front of one does not make it the next one.
   */
  text?(at: Spot, text: string, id: string): void;
  /** An expression; `over` says whose its bare names are, `id` begins those of its literals where they are texts. */
  expression?(at: Spot, source: string, over: Names, id: string): void;
  /** The key of a thing of kind `names` that stands elsewhere. */
  key?(at: Spot, name: string, names: string, over: Names): void;
  /** The key of a thing of kind `kind` that stands here. */
  defines?(at: Spot, key: string, kind: string, over: Names): void;
}

type Map = Readonly<Record<string, unknown>>;

/** What the places above say of those below. */
interface Context {
  readonly over: Over;
  readonly target: { readonly entity: string | undefined } | undefined;
  readonly proposal: { readonly entity: string | undefined } | undefined;
  readonly rows: Map;
  readonly id: readonly string[];
  /** Whether something above has only its place in a list to be told by. */
  readonly nameless: boolean;
  readonly kind: string | undefined;
}

const isMap = (value: unknown): value is Map => typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (map: unknown, key: string): unknown => (isMap(map) && Object.hasOwn(map, key) ? map[key] : undefined);

/** Whether there can be anything to tell at a place that has such a value: most keywords hold a number or a switch. */
function isTold({ marks, branches }: Place, value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'object' && value !== null;
  const { text, expression, names, defines } = marks;
  return branches.length > 0 || (text ?? expression ?? names ?? defines) !== undefined;
}

/** What the keys of an object name of which nothing else is said. */
function openKeys({ keys, called }: Marks): Marks | undefined {
  return keys === undefined ? undefined : { names: keys, ...(called === undefined ? {} : { called }) };
}

/** What an entry of a list is told by: a name, else the text that it is about; its place moves with those before it. */
function nameInList({ marks, properties }: Place, entry: unknown): string | undefined {
  const isAbout = ({ marks: { text, id } }: Place): boolean => text !== undefined && id === '';
  const keyword = marks['named-by'] ?? [...properties].find(([, place]) => isAbout(place))?.[0];
  const name = own(entry, keyword ?? '');
  return typeof name === 'string' ? name : undefined;
}

/** Permanent id of an entry of a map. */
function permanentId(key: string, value: unknown): string {
  const id = own(value, 'id');
  return typeof id === 'string' ? id : key;
}

/**
 * Tells every place of an entity that the meta-schema marks as text, expression or key, in the order of the file. A
 * keyword is known here by its marks alone. What does not have the form of the meta-schema is passed over.
 */
export function walk(entity: object, visitor: Visitor): void {
  const root = entity as Map;
  const properties = own(root.record, 'properties');
  const start = {
    over: 'self',
    target: undefined,
    proposal: undefined,
    rows: {},
    id: [permanentId(String(root.entity), root)],
    nameless: false,
    kind: undefined,
  } as const;
  visit(entityPlace(), root, [], start);

  function visit(place: Place, value: unknown, path: Path, outer: Context, step?: string): void {
    const context = enter(place, value, outer, step);
    const form = place.branches.length === 0 ? place : formOf(place, value);
    if (form !== place) {
      visit(form, value, path, context);
      return;
    }
    if (typeof value === 'string') tell({ path, isKey: false, marks: place.marks }, value, context);
    else if (Array.isArray(value)) list(place, value, path, context);
    else if (isMap(value)) members(place, value, path, context);
  }

  function list({ items }: Place, values: readonly unknown[], path: Path, context: Context): void {
    if (items === undefined) return;
    for (const [index, item] of values.entries()) {
      const name = nameInList(formOf(items, item), item);
      visit(
        items,
        item,
        [...path, index],
        { ...context, nameless: context.nameless || name === undefined },
        name ?? '',
      );
    }
  }

  function members(place: Place, value: Map, path: Path, context: Context): void {
    for (const [key, item] of Object.entries(value)) {
      const keyword = place.properties.get(key);
      if (keyword !== undefined) {
        if (isTold(keyword, item)) visit(keyword, item, [...path, key], context, key);
      } else {
        const at = [...path, key];
        const marks = place.keys?.marks ?? openKeys(place.marks);
        if (marks !== undefined) tell({ path: at, isKey: true, marks }, key, withOver(context, marks));
        const named = marks?.names === 'field' ? own(properties, key) : item;
        if (place.entries !== undefined) visit(place.entries, item, at, context, permanentId(key, named));
      }
    }
  }

  function tell(at: Spot, text: string, context: Context): void {
    const { marks } = at;
    const id = (): string => [...context.id.slice(0, 1), context.kind ?? [], ...context.id.slice(1)].flat().join('.');
    if (marks.text !== undefined) visitor.text?.(at, text, context.nameless ? `${id()}.${text}` : id());
    if (marks.fills !== undefined) {
      for (const name of placesIn(text)) visitor.key?.(at, name, marks.fills, namesOf(context));
    }
    if (marks.expression === true) visitor.expression?.(at, text, namesOf(context), id());
    if (marks.defines !== undefined) visitor.defines?.(at, text, marks.defines, namesOf(context));
    if (marks.names !== undefined) visitor.key?.(at, bareName(text, marks.names), marks.names, namesOf(context));
  }

  function enter({ marks, properties: keywords }: Place, value: unknown, outer: Context, step?: string): Context {
    const context = withOver(outer, marks);
    const rows = marks.rows === undefined ? undefined : own(value, marks.rows);
    const target = marks.target === undefined ? context.target : targetOf(marks.target, keywords, value);
    const added = marks.kind !== undefined ? '' : (marks.id ?? step ?? '');
    const proposing = { ...context, target };
    return {
      ...proposing,
      proposal:
        marks.proposes === undefined ? context.proposal : proposalOf(marks.proposes, keywords, value, proposing),
      rows: isMap(rows) ? rows : context.rows,
      kind: marks.kind ?? context.kind,
      id: added === '' ? context.id : [...context.id, added],
    };
  }

  function namesOf({ over, target, proposal, rows }: Context): Names {
    const other = over === 'proposal' ? proposal : target;
    if (over === 'proposal' || over === 'target') {
      return other === undefined ? { over: 'self' } : { over: 'target', entity: other.entity };
    }
    if (over !== 'parent') return over === 'row' ? { over, rows } : { over };
    const parent = own(root.parent, 'entity');
    return { over, entity: typeof parent === 'string' ? parent : undefined };
  }

  /** What a transition proposes: fields of the entity it writes, else those it asks for, which are the target's own. */
  function proposalOf(
    keyword: string,
    keywords: ReadonlyMap<string, Place>,
    value: unknown,
    { target }: Context,
  ): Context['proposal'] {
    const given = own(value, keyword);
    if (keywords.get(keyword)?.marks.names === 'entity') return writing(given);
    if (given === undefined) return target;
    return target === undefined ? writing(own(own(root.transitions, String(given)), 'writes')) : { entity: undefined };
  }
}

function withOver(context: Context, { over }: Marks): Context {
  return over === undefined ? context : { ...context, over };
}

const writing = (entity: unknown): Context['proposal'] => (typeof entity === 'string' ? { entity } : undefined);

/** The entity that a thing names by one of its keywords: by its key, by what holds the key, or by a reference to it. */
function targetOf(keywords: readonly string[], places: ReadonlyMap<string, Place>, value: unknown): Context['target'] {
  const given = keywords.find((keyword) => own(value, keyword) !== undefined);
  if (given === undefined) return undefined;
  const source = own(value, given);
  const entity = isMap(source) ? source.entity : source;
  const isNamed = typeof entity === 'string' && places.get(given)?.marks.expression !== true;
  return { entity: isNamed ? entity : undefined };
}

/** The name within a text that may say more of it: `amount` of `-amount` and of `amount:month`. */
function bareName(text: string, names: string): string {
  return names === 'field' ? text.replace(/^-/, '').replace(/:.*$/, '') : text;
}
