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
  const isSame = (fewer: readonly OverlayEdit[]): boolean =>
    printed(mergeOverlay(shipped, fewer).entity) === printed(whole);
  let kept = edits;
  for (let index = 0; index < kept.length; index += 1) {
    const shorter = withoutOneOf(kept, index);
    // An edit may be needed by one behind it, however it looks: the outcome decides.
    if (shorter !== undefined && isSame(shorter)) {
      kept = shorter;
      index -= 1;
    }
  }
  return kept;
}

/** Key order counts: it is the order of fields, states and columns. */
const printed = (entity: Entity): string => JSON.stringify(entity);

/** The edits with the one at an index made one with what supersedes it; undefined where nothing does. */
function withoutOneOf(edits: readonly OverlayEdit[], index: number): readonly OverlayEdit[] | undefined {
  const edit = edits[index];
  if (edit === undefined) return undefined;
  if (edit.edit === 'set' && sameJson(edit.base ?? null, edit.value ?? null)) return edits.toSpliced(index, 1);
  const next = edits.findIndex((other, at) => at > index && supersedes(other, edit));
  const later = edits[next];
  if (later === undefined) return undefined;
  if (edit.edit === 'set' && later.edit === 'set') {
    return edits.with(next, { ...later, base: edit.base }).toSpliced(index, 1);
  }
  if (edit.edit === 'move' && later.edit === 'move' && edit.base !== undefined) {
    return edits.with(next, { ...later, base: edit.base }).toSpliced(index, 1);
  }
  if (edit.edit === 'add' && later.edit === 'hide') {
    return edits.filter((other, at) => at < index || !isWithin(other.at, edit.at));
  }
  return edits.toSpliced(index, 1);
}

function supersedes(later: OverlayEdit, edit: OverlayEdit): boolean {
  if (!isSameAddress(later.at, edit.at)) return false;
  if (later.edit === 'hide') return edit.edit === 'add' || edit.edit === 'hide';
  if (later.edit === 'move') return edit.edit === 'move';
  return later.edit === 'set' && edit.edit === 'set' && later.property === edit.property;
}

const isSameAddress = (left: OverlayAddress, right: OverlayAddress): boolean =>
  left.length === right.length && isWithin(left, right);

/** Whether an address is that of a thing or lies below it. */
export function isWithin(at: OverlayAddress, above: OverlayAddress): boolean {
  return above.every((step, index) => at[index] === step);
}
