import { useMemo, useRef } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { sharedJson } from '../../src/core/validation/shared-json.ts';
import { useCanvasText } from '../canvas/texts.ts';
import { useDragging } from '../dragging/dragging.ts';
import { type Group, groupsOf, SECTIONS } from '../outline/groups.ts';
import { useDesignerText } from '../texts/texts.ts';
import { inOrder, isSameThing, movesTo, placeIn, stepMoves } from './moves.ts';

/** What can be done to the place of things, wherever they are seen; each is one command. */
interface Arranging {
  readonly groups: readonly Group[];
  /** What a command on a thing is about: all that is chosen, in order, where it is among that. */
  together(at: OverlayAddress): readonly OverlayAddress[];
  /** A pointer was pressed on a thing, or on a section's heading; `done` is told when it stands elsewhere. */
  press(event: PointerEvent, at: OverlayAddress, done?: () => void): void;
  /** Moves a thing and what is chosen with it one place; says whether it stands elsewhere now. */
  step(at: OverlayAddress, by: -1 | 1): boolean;
  hide(at: OverlayAddress): void;
}

/** Arranging the things of an entity. */
export function useArranging(
  entity: Entity,
  selected: readonly OverlayAddress[],
  onAct: (edits: readonly OverlayEdit[]) => string | undefined,
): Arranging {
  const text = useDesignerText();
  const canvasText = useCanvasText();
  const dragging = useDragging();
  // What an edit leaves as it was stays the same object.
  const known = useRef<readonly Group[]>(undefined);
  const groups = useMemo(() => {
    const made = groupsOf(entity, {
      loose: text('outline.loose'),
      pages: text('outline.pages'),
      states: text('outline.states'),
      transitions: text('outline.transitions'),
    });
    known.current = sharedJson(known.current, made);
    return known.current;
  }, [entity, text]);
  const together = (at: OverlayAddress) =>
    selected.some((other) => isSameThing(other, at)) ? inOrder(groups, selected) : [at];
  const titleOf = (at: OverlayAddress): string => {
    const item = groups.flatMap(({ items }) => items).find((each) => isSameThing(each.at, at));
    return item?.title ?? groups.find((group) => group.at !== undefined && isSameThing(group.at, at))?.title ?? '';
  };
  return {
    groups,
    together,
    press(event, at, done) {
      const isSection = isSameThing(at.slice(0, -1), SECTIONS);
      const things = isSection ? [at] : together(at);
      dragging.press(event, {
        accepts: at.slice(0, -1).join('/'),
        ids: things.map((thing) => thing.at(-1) ?? ''),
        title: things.length === 1 ? titleOf(at) : canvasText('arrange.count', { count: things.length }),
        drop({ group: key, after }) {
          const into = groups.find((group) => group.key === key);
          const edits = isSection
            ? movesTo([at], { after })
            : into === undefined
              ? []
              : movesTo(things, placeIn(into, after));
          if (edits.length > 0 && onAct(edits) === undefined) done?.();
        },
      });
    },
    step(at, by) {
      const moves = stepMoves(groups, together(at), by);
      return moves.length > 0 && onAct(moves) === undefined;
    },
    hide(at) {
      onAct(together(at).map((thing) => ({ edit: 'hide', at: thing })));
    },
  };
}
