import type { MoveEdit, OverlayConflict, OverlayEdit, OverlayPlace } from './overlay.ts';

/** What may be decided about an edit whose ground an upgrade has changed, each as one command. */
interface Decisions {
  /** What the company wants stays, over what is shipped now. */
  readonly keep: OverlayEdit;
  /** What is shipped now serves. */
  readonly take: OverlayEdit;
}

/** The commands that decide a conflict; undefined where there is nothing to choose. */
export function decisionsOf({ at, property, reason, shipped, ours }: OverlayConflict): Decisions | undefined {
  if (reason !== 'changed') return undefined;
  if (property !== undefined) {
    const set = { edit: 'set', at, property, base: shipped ?? null } as const;
    return { keep: { ...set, value: ours ?? null }, take: { ...set, value: shipped ?? null } };
  }
  const base = shipped as OverlayPlace;
  const move = (place: OverlayPlace): MoveEdit => ({ edit: 'move', at, ...place, base });
  return { keep: move(ours as OverlayPlace), take: move(base) };
}

/** The command by which the company no longer keeps an edit whose ground is gone; undefined for other conflicts. */
export function dropOf({ at, reason }: OverlayConflict): OverlayEdit | undefined {
  return reason === 'missing' ? { edit: 'hide', at } : undefined;
}

/**
 * Whether a later edit has decided what an earlier one stands against: it is about the same, and stands itself. What lost
 * its ground is decided by taking the same out of sight, which is told as little.
 */
export function isDecided(
  conflict: OverlayConflict,
  edits: readonly OverlayEdit[],
  conflicts: readonly OverlayConflict[],
): boolean {
  if (conflict.reason === 'missing') {
    const isSame = ({ at }: Pick<OverlayEdit, 'at'>) => at.join('/') === conflict.at.join('/');
    const isDropped = edits.some((later, index) => index > conflict.edit && later.edit === 'hide' && isSame(later));
    const own = edits[conflict.edit];
    const drops = conflicts.some((other) => other.reason === 'missing' && other.edit < conflict.edit && isSame(other));
    return isDropped || (own?.edit === 'hide' && drops);
  }
  if (conflict.reason !== 'changed') return false;
  const standing = new Set(conflicts.map(({ edit }) => edit));
  return edits.some(
    (later, index) =>
      index > conflict.edit &&
      !standing.has(index) &&
      later.edit === (conflict.property === undefined ? 'move' : 'set') &&
      (later.edit === 'set' ? later.property : undefined) === conflict.property &&
      later.at.join('/') === conflict.at.join('/'),
  );
}
