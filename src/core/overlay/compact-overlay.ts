import type { Entity } from '../dialect/entity.generated.ts';
import { sameJson } from '../validation/same-value.ts';
import { mergeOverlay } from './merge-overlay.ts';
import type { OverlayAddress, OverlayEdit } from './overlay.ts';

/**
 * Fewer edits that make the same entity: a keyword that was set twice is set once, from its first base; what was set back
 * to what is shipped, moved again, or added and hidden, is gone. Order and everything that would come out otherwise stays.
 */
export function compactOverlay(shipped: Entity, edits: readonly OverlayEdit[]): readonly OverlayEdit[] {
  const whole = mergeOverlay(shipped, edits).entity;
  /** Edits that stand against what is shipped, where they make the same entity. */
  const clashes = (fewer: readonly OverlayEdit[]): number | undefined => {
    const { entity, conflicts } = mergeOverlay(shipped, fewer);
    return printed(entity) === printed(whole) ? conflicts.length : undefined;
  };
  let kept = edits;
  for (let index = 0; index < kept.length; index += 1) {
    // An edit may be needed by one behind it, however it looks: the outcome decides, and among equal ones which of them
    // leaves less to be decided after an upgrade.
    const tried = withoutOneOf(kept, index).flatMap((shorter) => {
      const left = clashes(shorter);
      return left === undefined ? [] : [{ shorter, left }];
    });
    const [best] = tried.toSorted((one, other) => one.left - other.left);
    if (best !== undefined) {
      kept = best.shorter;
      index -= 1;
    }
  }
  return kept;
}

/** Key order counts: it is the order of fields, states and columns. */
const printed = (entity: Entity): string => JSON.stringify(entity);

/** The edits with the one at an index made one with what supersedes it, in the ways that there are; none where nothing does. */
function withoutOneOf(edits: readonly OverlayEdit[], index: number): readonly (readonly OverlayEdit[])[] {
  const edit = edits[index];
  if (edit === undefined) return [];
  if (edit.edit === 'set' && sameJson(edit.base ?? null, edit.value ?? null)) return [edits.toSpliced(index, 1)];
  const next = edits.findIndex((other, at) => at > index && supersedes(other, edit));
  const later = edits[next];
  if (later === undefined) return [];
  const without = edits.toSpliced(index, 1);
  if (edit.edit === 'set' && later.edit === 'set') {
    const neither = edits.toSpliced(next, 1).toSpliced(index, 1);
    return [neither, edits.with(next, { ...later, base: edit.base }).toSpliced(index, 1), without];
  }
  if (edit.edit === 'move' && later.edit === 'move' && edit.base !== undefined) {
    return [edits.with(next, { ...later, base: edit.base }).toSpliced(index, 1), without];
  }
  if (edit.edit === 'add' && later.edit === 'hide') {
    return [edits.filter((other, at) => at < index || !isWithin(other.at, edit.at))];
  }
  // What lost its ground and is kept no more goes with what said so.
  if (later.edit === 'hide') return [edits.toSpliced(next, 1).toSpliced(index, 1), without];
  return [without];
}

function supersedes(later: OverlayEdit, edit: OverlayEdit): boolean {
  if (!isSameAddress(later.at, edit.at)) return false;
  if (later.edit === 'hide') return true;
  if (later.edit === 'move') return edit.edit === 'move';
  return later.edit === 'set' && edit.edit === 'set' && later.property === edit.property;
}

const isSameAddress = (left: OverlayAddress, right: OverlayAddress): boolean =>
  left.length === right.length && isWithin(left, right);

/** Whether an address is that of a thing or lies below it. */
export function isWithin(at: OverlayAddress, above: OverlayAddress): boolean {
  return above.every((step, index) => at[index] === step);
}
