import { suggestion } from '../nearest.ts';
import { entityPlace, type Place } from '../walk/place.ts';
import { begun, goesOn, merge } from './merge.ts';
import { prefixed } from './prefixed.ts';
import type { ReuseSink } from './reuse-sink.ts';
import { nodeAt, plain, type Sourced, type SourcedMap, sourced, withEntries } from './sourced.ts';

/** A block: part of an entity's file that several entities share. */
export interface BlockFile {
  /** Path of its file from the repository's root. */
  readonly file: string;
  readonly value: unknown;
}

/** What an entity's file may name that stands in other files. */
export interface SharedFiles {
  /** The block of a name, `risk/analysis`; `broken` where its file is there and cannot be used. */
  block(name: string): BlockFile | 'broken' | undefined;
  blockNames(): Iterable<string>;
  /** Roles of each group of `schemas/roles.json`, by its name without `@`. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

/** No other files: what a text alone says. */
export const NO_SHARED_FILES: SharedFiles = { block: () => undefined, blockNames: () => [], groups: {} };

/** Path of a block's file from the repository's root. */
export const blockFile = (name: string): string => `schemas/blocks/${name}.block.json`;

/** The uses of a text with the names of their blocks, whatever form the rest has. */
export function usesOf(value: unknown): readonly (readonly [string, string])[] {
  const use: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'use') : undefined;
  return Object.entries(typeof use === 'object' && use !== null ? use : {}).flatMap(([key, one]) => {
    const block: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'block') : undefined;
    return typeof block === 'string' ? [[key, block] as const] : [];
  });
}

/** Keywords of a block that are about itself. */
const ABOUT_ITSELF: ReadonlySet<string> = new Set(['$schema', 'description']);

/** One use of a block, with what is laid beneath the entity. */
interface Use {
  readonly name: string;
  readonly part: SourcedMap;
  readonly from: Sourced['from'];
}

/** The entity with the blocks that it uses laid beneath it, in the order of `use`. */
export function withBlocks(root: SourcedMap, files: SharedFiles, sink: ReuseSink): SourcedMap {
  const uses = root.entries.get('use');
  if (uses?.kind !== 'map') return root;
  const parts = [...uses.entries].flatMap(([name, use]): Use[] => {
    const part = partOf(use, files, sink);
    return part === undefined ? [] : [{ name, part, from: use.from }];
  });
  reportTwice(parts, sink);
  const all = parts.reduce<Sourced>((beneath, { part }) => begun(merge(beneath, part)), withEntries(root, []));
  const merged = merge(all, root);
  return merged.kind === 'map' ? merged : root;
}

function partOf(use: Sourced, files: SharedFiles, sink: ReuseSink): SourcedMap | undefined {
  const named = nodeAt(use, ['block']);
  const name = named === undefined ? undefined : plain(named);
  if (named === undefined || typeof name !== 'string') return undefined;
  const block = files.block(name);
  if (block === undefined || block === 'broken') {
    if (block === 'broken') sink.error(named.from, `区块“${name}”的文件有错误，不能使用`, '先改正区块文件');
    else {
      const message = `没有名为“${name}”的区块${suggestion(name, files.blockNames())}`;
      sink.error(named.from, message, `改为已有的区块，或写出 ${blockFile(name)}`);
    }
    return undefined;
  }
  const whole = sourced(block.value, { file: block.file, pointer: '' });
  if (whole.kind !== 'map') return undefined;
  const part = withEntries(
    whole,
    [...whole.entries].filter(([key]) => !ABOUT_ITSELF.has(key)),
  );
  const left = without(part, nodeAt(use, ['without']), name, sink);
  const prefix = nodeAt(use, ['as']);
  return prefix === undefined ? left : prefixed(left, String(plain(prefix)));
}

/** The part without what `without` names: `transitions/discard`, or an item of a list, `record/required/level`. */
function without(part: SourcedMap, names: Sourced | undefined, block: string, sink: ReuseSink): SourcedMap {
  if (names?.kind !== 'list') return part;
  return names.items.reduce<SourcedMap>((left, item) => {
    const steps = String(plain(item)).split('/');
    const made = removed(left, steps);
    if (made !== undefined) return made.kind === 'map' ? made : left;
    const near = suggestion(String(plain(item)), waysOf(part));
    sink.error(
      item.from,
      `区块“${block}”里没有“${String(plain(item))}”${near}`,
      '写区块里有的，如 transitions/discard',
    );
    return left;
  }, part);
}

function removed(node: Sourced, [step = '', ...rest]: readonly string[]): Sourced | undefined {
  if (node.kind === 'list') {
    const items = node.items.filter((item) => plain(item) !== step);
    return rest.length > 0 || items.length === node.items.length ? undefined : { ...node, items };
  }
  const item = node.kind === 'map' ? node.entries.get(step) : undefined;
  if (node.kind !== 'map' || item === undefined) return undefined;
  const others = [...node.entries].filter(([key]) => key !== step);
  if (rest.length === 0) return withEntries(node, others);
  const made = removed(item, rest);
  if (made === undefined) return undefined;
  return withEntries(
    node,
    [...node.entries].map(([key, old]) => [key, key === step ? made : old] as const),
  );
}

/** What `without` could name: keywords, and the keys of the maps in them. */
function waysOf(part: SourcedMap): readonly string[] {
  return [...part.entries].flatMap(([key, item]) => [
    key,
    ...(item.kind === 'map' ? [...item.entries.keys()].map((inner) => `${key}/${inner}`) : []),
  ]);
}

/** Tells each thing that two of the blocks give: neither is the entity's own, so neither wins. */
function reportTwice(uses: readonly Use[], sink: ReuseSink): void {
  for (const [index, later] of uses.entries()) {
    for (const earlier of uses.slice(0, index)) {
      for (const way of sharedWays(earlier.part, later.part, entityPlace())) {
        const message = `“${earlier.name}”和“${later.name}”两个区块都给出了 ${way.join('/')}`;
        const fix = `在其中一处写 "without": ["${way.join('/')}"]，或用 "as" 给第二次使用加前缀`;
        sink.error(later.from, message, fix);
      }
    }
  }
}

/**
 * Where two parts meet: at the key of a thing, or in a value. Keywords that only hold others may stand in both, and a
 * list of the second that goes on from the first.
 */
function sharedWays(one: Sourced, other: Sourced, place: Place | undefined): readonly (readonly string[])[] {
  if (one.kind !== 'map' || other.kind !== 'map') {
    const addsTo = one.kind === 'list' && other.kind === 'list' && goesOn(other);
    return addsTo || (one.kind === 'leaf' && plain(one) === plain(other)) ? [] : [[]];
  }
  return [...one.entries].flatMap(([key, item]) => {
    const second = other.entries.get(key);
    if (second === undefined) return [];
    const keyword = place?.properties.get(key);
    if (keyword === undefined) return [[key]];
    return sharedWays(item, second, keyword).map((way) => [key, ...way]);
  });
}
