import type { OverlayAddress, OverlayEdit, OverlayPlace } from '../../src/core/overlay/overlay.ts';
import { fieldGroups, type Group, type OutlineItem } from '../outline/groups.ts';

/** Whether two addresses are those of the same thing. */
export function isSameThing(left: OverlayAddress, right: OverlayAddress): boolean {
  return left.length === right.length && left.every((step, index) => right[index] === step);
}

/** Edits that put things at a place, one behind the other. */
export function movesTo(things: readonly OverlayAddress[], { section, after }: OverlayPlace): readonly OverlayEdit[] {
  return things.map((at, index) => ({
    edit: 'move',
    at,
    after: index === 0 ? after : (things[index - 1]?.at(-1) ?? null),
    ...(section === undefined ? {} : { section }),
  }));
}

/** The place in a group behind an item, or in front of all; as an edit says it. */
export function placeIn({ section }: Group, after: string | null): OverlayPlace {
  return section === undefined ? { after } : { section, after };
}

/** The things in the order of the outline, without those that are not in it. */
export function inOrder(groups: readonly Group[], things: readonly OverlayAddress[]): readonly OverlayAddress[] {
  return groups.flatMap(({ items }) =>
    items.flatMap(({ at }) => (things.some((thing) => isSameThing(thing, at)) ? [at] : [])),
  );
}

/**
 * Edits that move things one place together, over the edge of their section into the next one; none where there is no
 * further place. Of things in several groups those count that stand beside the first of them.
 */
export function stepMoves(
  groups: readonly Group[],
  things: readonly OverlayAddress[],
  by: -1 | 1,
): readonly OverlayEdit[] {
  const isMoved = ({ at }: OutlineItem) => things.some((thing) => isSameThing(thing, at));
  const group = groups.find(({ items }) => items.some(isMoved));
  if (group === undefined) return [];
  const moved = group.items.filter(isMoved);
  const rest = group.items.filter((item) => !isMoved(item));
  const first = group.items.findIndex(isMoved);
  const before = group.items
    .slice(0, by === -1 ? first : group.items.findLastIndex(isMoved))
    .filter((item) => !isMoved(item)).length;
  const addresses = moved.map(({ at }) => at);
  const to = before + by;
  if (to >= 0 && to <= rest.length) return movesTo(addresses, placeIn(group, rest[to - 1]?.id ?? null));
  const sections = fieldGroups(groups);
  const next = sections[sections.indexOf(group) + by];
  if (next === undefined || !sections.includes(group)) return [];
  return movesTo(addresses, placeIn(next, by === 1 ? null : (next.items.at(-1)?.id ?? null)));
}
