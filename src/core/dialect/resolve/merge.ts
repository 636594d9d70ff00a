import type { ReuseSink } from './reuse-sink.ts';
import { plain, type Sourced, type SourcedList, type SourcedMap, withEntries } from './sourced.ts';

/** Stands first in a list that goes on from the one beneath it. */
const AND_ON = '...';

/** Whether a list goes on from the one beneath it. */
export const goesOn = ({ items: [first] }: SourcedList): boolean => first?.kind === 'leaf' && first.value === AND_ON;

/**
 * Lays what a thing says itself over what it takes from elsewhere: maps by key, so that its own keywords win; a list
 * replaces the one beneath it, or goes on from it where it begins with `"..."`.
 */
export function merge(beneath: Sourced, own: Sourced): Sourced {
  if (own.kind === 'map' && beneath.kind === 'map') return mergeMaps(beneath, own);
  if (own.kind === 'list' && beneath.kind === 'list' && goesOn(own)) {
    return { ...own, items: [...beneath.items, ...own.items.slice(1)] };
  }
  return own;
}

function mergeMaps(beneath: SourcedMap, own: SourcedMap): SourcedMap {
  const merged = (key: string, item: Sourced): Sourced => {
    const under = beneath.entries.get(key);
    return under === undefined ? item : merge(under, item);
  };
  return withEntries(
    own,
    keyOrder(beneath, own).flatMap((key): [string, Sourced][] => {
      const item = own.entries.get(key);
      const taken = item === undefined ? beneath.entries.get(key) : merged(key, item);
      return taken === undefined ? [] : [[key, taken]];
    }),
  );
}

/**
 * Its own keys stay where they stand; one that is only taken follows the key before it, and the first ones stand in front.
 * So an own `"level": {}` puts a field of a block, and what follows it there, into its place.
 */
function keyOrder(beneath: SourcedMap, own: SourcedMap): readonly string[] {
  const keys = [...own.entries.keys()];
  let at = 0;
  for (const key of beneath.entries.keys()) {
    const place = keys.indexOf(key);
    if (place >= 0) at = place + 1;
    else keys.splice(at++, 0, key);
  }
  return keys;
}

/** A block's part for which nothing lies beneath: a list that would go on begins by itself. */
export function begun(node: Sourced): Sourced {
  if (node.kind === 'map')
    return withEntries(
      node,
      [...node.entries].map(([key, item]) => [key, begun(item)] as const),
    );
  if (node.kind !== 'list') return node;
  return { ...node, items: (goesOn(node) ? node.items.slice(1) : node.items).map(begun) };
}

/** Tells each `"..."` that nothing was put before. */
export function reportLeftOver(node: Sourced, sink: ReuseSink): void {
  if (node.kind === 'map') for (const item of node.entries.values()) reportLeftOver(item, sink);
  if (node.kind !== 'list') return;
  for (const [index, item] of node.items.entries()) {
    if (plain(item) !== AND_ON) reportLeftOver(item, sink);
    else if (index > 0) sink.error(item.from, '“...”只能写在列表的最前面', '移到列表的第一项');
    else sink.error(item.from, '这里没有可以接着写的列表：pageDefaults、区块和 exampleBase 都没有给出它', '删去“...”');
  }
}
