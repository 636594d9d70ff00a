import { collectReferences } from '../expression/index.ts';
import type { EntityModel, FieldModel, ModelExpression, RollupModel } from './entity-model.ts';

/** A field that is rolled up, with how. */
export interface RolledField extends FieldModel {
  readonly rollup: RollupModel;
}

/** Records of one entity that are counted in those of another, by one reference. */
export interface Feed {
  readonly source: EntityModel;
  readonly target: EntityModel;
  /** Field of the source that refers to the target. */
  readonly by: FieldModel;
  /** Fields of the target that count by it. */
  readonly fields: readonly RolledField[];
  /** Fields of the source whose change can change one of those. */
  readonly reads: ReadonlySet<string>;
  /** Fields of the target that the conditions read. */
  readonly parentReads: ReadonlySet<string>;
}

/** Feeds one after the other, the first of which begins at the record that is written. */
export type Way = readonly [Feed, ...Feed[]];

/** What roll-ups tie together, of all entities. */
export interface RollupGraph {
  /** Where an entity's records are counted. */
  from(entity: string): readonly Feed[];
  /** What is counted in an entity's records. */
  into(entity: string): readonly Feed[];
  /**
   * Ways on which a write of an entity's record changes others at once, by the entity at their end; those come in the
   * order in which records are locked.
   */
  ways(entity: string): readonly { readonly target: EntityModel; readonly ways: readonly Way[] }[];
}

/** Longest chain of roll-ups that are each made of the one before. */
export const LONGEST_CHAIN = 3;

const graphs = new WeakMap<ReadonlyMap<string, EntityModel>, RollupGraph>();

/** The roll-ups of a set of entities, worked out once for it. */
export function rollupGraph(entities: ReadonlyMap<string, EntityModel>): RollupGraph {
  const known = graphs.get(entities) ?? createGraph(entities);
  graphs.set(entities, known);
  return known;
}

export function isRolledUp(field: FieldModel): field is RolledField {
  return field.rollup !== undefined;
}

function createGraph(entities: ReadonlyMap<string, EntityModel>): RollupGraph {
  const feeds = [...entities.values()].flatMap((target) => feedsInto(target, (key) => entities.get(key)));
  const from = groupBy(feeds, ({ source }) => source.key);
  const into = groupBy(feeds, ({ target }) => target.key);
  const rank = lockRanks(entities, feeds);
  const ways = new Map<string, ReturnType<RollupGraph['ways']>>();
  const waysFrom = (key: string) => {
    const ends = new Map<string, Way[]>();
    for (const way of waysOf(key, (entity) => from.get(entity) ?? [])) {
      const end = (way.at(-1) ?? way[0]).target.key;
      ends.set(end, [...(ends.get(end) ?? []), way]);
    }
    return [...ends]
      .sort(([left], [right]) => (rank.get(left) ?? 0) - (rank.get(right) ?? 0))
      .flatMap(([end, found]) => {
        const target = entities.get(end);
        return target === undefined ? [] : [{ target, ways: found }];
      });
  };
  return {
    from: (key) => from.get(key) ?? [],
    into: (key) => into.get(key) ?? [],
    ways(key) {
      const found = ways.get(key) ?? waysFrom(key);
      ways.set(key, found);
      return found;
    },
  };
}

/** What an entity's roll-ups count; one whose other entity is not there is left out. */
export function feedsInto(target: EntityModel, entity: (key: string) => EntityModel | undefined): readonly Feed[] {
  const groups = groupBy(target.fields.filter(isRolledUp), ({ rollup }) => `${rollup.of} ${rollup.by}`);
  return [...groups.values()].flatMap((fields): Feed[] => {
    const [first] = fields;
    const source = first === undefined ? undefined : entity(first.rollup.of);
    const by = first === undefined ? undefined : source?.field.get(first.rollup.by);
    if (source === undefined || by?.column === undefined) return [];
    const names = fields.flatMap(({ rollup }) => expressionsOf(rollup).flatMap(({ node }) => collectReferences(node)));
    return [
      {
        source,
        target,
        by,
        fields,
        reads: new Set([by.key, ...names.filter((name) => !name.includes('.'))]),
        parentReads: new Set(names.flatMap((name) => (name.startsWith('parent.') ? [name.slice(7)] : []))),
      },
    ];
  });
}

/** Expressions of a roll-up. */
export function expressionsOf({ value, order, where }: RollupModel): readonly ModelExpression[] {
  return [value, order, where].filter((expression) => expression !== undefined);
}

/** Every way from an entity, as far as what changes at its end changes something further on. */
function waysOf(key: string, from: (entity: string) => readonly Feed[]): Way[] {
  const found: Way[] = [];
  const go = (way: Way): void => {
    found.push(way);
    const last = way.at(-1) ?? way[0];
    if (way.length > LONGEST_CHAIN) return;
    const changed = changedBy(last);
    for (const next of atOnce(from(last.target.key))) {
      if ([...next.reads].some((name) => changed.has(name))) go([...way, next]);
    }
  };
  for (const feed of atOnce(from(key))) go([feed]);
  return found;
}

/** Feeds that the write itself follows. */
function atOnce(feeds: readonly Feed[]): readonly Feed[] {
  return feeds.filter(({ fields }) => fields.some(({ rollup }) => !rollup.later));
}

/** Fields of the target that can change with a feed: its roll-ups, and stored results that read one. */
function changedBy({ target, fields }: Feed): ReadonlySet<string> {
  return followedBy(
    target,
    fields.map(({ key }) => key),
  );
}

/** Some fields of an entity, and its stored results that read one of them, directly or through others. */
export function followedBy(model: EntityModel, keys: readonly string[]): ReadonlySet<string> {
  const changed = new Set(keys);
  for (const key of model.computeOrder) {
    const field = model.field.get(key);
    if (field?.column !== undefined && namesRead(field).some((name) => changed.has(name))) changed.add(key);
  }
  return changed;
}

function namesRead(field: FieldModel): readonly string[] {
  const own = [field.compute, ...(field.cases ?? []).map(({ when }) => when)];
  const names = own.flatMap((expression) => expression?.references ?? []);
  return [
    ...names.flatMap((name) => (name.startsWith('parent.') ? name.slice(7) : (name.split('.')[0] ?? name))),
    ...(field.columns ?? []).flatMap(namesRead),
  ];
}

/** Of an entity, what its place in the order of locks follows from. */
export interface LockPlace {
  readonly key: string;
  readonly parent?: { readonly entity: string } | undefined;
  readonly companion?: { readonly of: string } | undefined;
}

/**
 * Which entity must be locked first: what stands above or is accompanied, and what counts, before what stands below and is
 * counted.
 * @param feeds of each roll-up, the key of what is counted and of what counts.
 */
export function lockEdges(
  entities: Iterable<LockPlace>,
  feeds: Iterable<{ readonly source: string; readonly target: string }>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map<string, Set<string>>();
  for (const { key, parent, companion } of entities) {
    const above = new Set<string>();
    if (parent !== undefined) above.add(parent.entity);
    if (companion !== undefined) above.add(companion.of);
    before.set(key, above);
  }
  for (const { source, target } of feeds) before.get(source)?.add(target);
  return before;
}

/** Place of each entity in the one order of locks. */
function lockRanks(entities: ReadonlyMap<string, EntityModel>, feeds: readonly Feed[]): ReadonlyMap<string, number> {
  const before = lockEdges(
    entities.values(),
    feeds.map(({ source, target }) => ({ source: source.key, target: target.key })),
  );
  const ranks = new Map<string, number>();
  const open = new Set<string>();
  const visit = (key: string): void => {
    // Lint refuses circles; one that a running server still has must not hang it.
    if (ranks.has(key) || open.has(key)) return;
    open.add(key);
    for (const earlier of [...(before.get(key) ?? [])].sort()) visit(earlier);
    ranks.set(key, ranks.size);
  };
  for (const key of [...entities.keys()].sort()) visit(key);
  return ranks;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
