import { jsonPointer } from '../problem.ts';

/** Where something stands that an author wrote. */
export interface Origin {
  /** Path of the file from the repository's root. */
  readonly file: string;
  /** JSON pointer within it. */
  readonly pointer: string;
}

/**
 * A JSON value each part of which knows where it was written. Whatever is merged, copied or put in keeps that, so that
 * the resolved file can say of every place whose it is.
 */
export type Sourced = SourcedLeaf | SourcedList | SourcedMap;

interface SourcedLeaf {
  readonly kind: 'leaf';
  readonly from: Origin;
  readonly value: unknown;
}

export interface SourcedList {
  readonly kind: 'list';
  readonly from: Origin;
  readonly items: readonly Sourced[];
}

export interface SourcedMap {
  readonly kind: 'map';
  readonly from: Origin;
  readonly entries: ReadonlyMap<string, Sourced>;
}

/** Steps from the root of a value to a place in it. */
type Path = readonly (string | number)[];

/** The place one step below another. */
function below({ file, pointer }: Origin, step: string | number): Origin {
  return { file, pointer: `${pointer}${jsonPointer(step)}` };
}

/** A value of JSON as it stands at a place. */
export function sourced(value: unknown, from: Origin): Sourced {
  if (Array.isArray(value)) {
    return { kind: 'list', from, items: value.map((item, index) => sourced(item, below(from, index))) };
  }
  if (typeof value !== 'object' || value === null) return { kind: 'leaf', from, value };
  const entries = Object.entries(value).map(([key, item]) => [key, sourced(item, below(from, key))] as const);
  return { kind: 'map', from, entries: new Map(entries) };
}

/** The value alone. */
export function plain(node: Sourced): unknown {
  if (node.kind === 'leaf') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries([...node.entries].map(([key, item]) => [key, plain(item)]));
}

/** The same map with other entries. */
export function withEntries(map: SourcedMap, entries: Iterable<readonly [string, Sourced]>): SourcedMap {
  return { ...map, entries: new Map(entries) };
}

/** The parts of a value with the step to each. */
export function stepsBelow(node: Sourced): Iterable<readonly [string | number, Sourced]> {
  if (node.kind === 'map') return node.entries;
  return node.kind === 'list' ? node.items.entries() : [];
}

/** What stands at a place; undefined where nothing does. */
export function nodeAt(node: Sourced | undefined, path: Path): Sourced | undefined {
  return path.reduce<Sourced | undefined>((holder, step) => {
    if (holder?.kind === 'map') return holder.entries.get(String(step));
    return holder?.kind === 'list' ? holder.items[Number(step)] : undefined;
  }, node);
}

/**
 * The tree with some of its parts made anew, by their pointers. Parts above are made anew after those within them;
 * `change` gives undefined to take a part away.
 */
export function changedAt(root: Sourced, changes: ReadonlyMap<string, (node: Sourced) => Sourced>): Sourced {
  const above = new Set<string>();
  for (let place of changes.keys()) {
    for (; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) above.add(place);
    above.add('');
  }
  // Parts of which nothing changes stay as they are.
  const made = (node: Sourced, at: string): Sourced => {
    if (!above.has(at)) return node;
    let changed: Sourced = node;
    if (node.kind === 'list')
      changed = { ...node, items: node.items.map((item, step) => made(item, `${at}${jsonPointer(step)}`)) };
    if (node.kind === 'map')
      changed = withEntries(
        node,
        [...node.entries].map(([key, item]) => [key, made(item, `${at}${jsonPointer(key)}`)]),
      );
    return changes.get(at)?.(changed) ?? changed;
  };
  return made(root, '');
}

/** Where the parts of a resolved value were written: by their pointers, those below follow the nearest one above. */
export type Origins = ReadonlyMap<string, Origin>;

/** The origins of all parts of a tree. */
export function originsOf(root: Sourced): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  const note = (node: Sourced, pointer: string, expected: Origin | undefined): void => {
    const { from } = node;
    if (from.file !== expected?.file || from.pointer !== expected.pointer) origins.set(pointer, from);
    for (const [step, child] of stepsBelow(node)) note(child, `${pointer}${jsonPointer(step)}`, below(from, step));
  };
  note(root, '', undefined);
  return origins;
}

/** Where what stands at a pointer of the resolved value was written. */
export function originAt(origins: Origins, pointer: string): Origin | undefined {
  for (let above = pointer; ; above = above.slice(0, above.lastIndexOf('/'))) {
    const origin = origins.get(above);
    if (origin !== undefined) return { ...origin, pointer: `${origin.pointer}${pointer.slice(above.length)}` };
    if (above === '') return undefined;
  }
}
