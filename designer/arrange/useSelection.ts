import { useCallback, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import { useLasting } from '../../src/ui/useLasting.ts';
import { groupsOf } from '../outline/groups.ts';
import { isSameThing } from './moves.ts';

/** How a thing is picked: alone, besides those that are, or with all up to it. */
export type Picking = 'only' | 'toggle' | 'range';

/** What is chosen, and what else with it. */
interface Selection {
  /** The thing whose properties are shown where it is the only one. */
  readonly chosen: OverlayAddress;
  /** All that is chosen, `chosen` among it. */
  readonly selected: readonly OverlayAddress[];
  pick(at: OverlayAddress, how?: Picking): void;
  /** Chooses several, the last of them as `chosen`. */
  pickAll(things: readonly OverlayAddress[]): void;
}

const NOTHING: OverlayAddress = [];

const NO_TITLES = { loose: '', pages: '', states: '', transitions: '' } as const;

/** What is chosen of an entity; several only where they stand in the same. */
export function useSelection(entity: Entity, first: () => OverlayAddress): Selection {
  const [selected, setSelected] = useState<readonly OverlayAddress[]>(() => [first()]);
  const chosen = selected.at(-1) ?? NOTHING;
  const pick = useLasting((at: OverlayAddress, how: Picking = 'only') =>
    setSelected((before) => picked(entity, before, at, how)),
  );
  const pickAll = useCallback(
    (things: readonly OverlayAddress[]) => void (things.length > 0 && setSelected(things)),
    [],
  );
  return { chosen, selected, pick, pickAll };
}

/** How a press picks, by the keys that are held with it. */
export function pickingOf(event: {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): Picking {
  return event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
}

/** What is chosen after a thing was picked. */
export function picked(
  entity: Entity,
  before: readonly OverlayAddress[],
  at: OverlayAddress,
  how: Picking,
): readonly OverlayAddress[] {
  const [first] = before;
  const isTogether = first !== undefined && isSameThing(first.slice(0, -1), at.slice(0, -1));
  if (how === 'only' || !isTogether) return [at];
  const rest = before.filter((other) => !isSameThing(other, at));
  if (how === 'toggle') return rest.length === before.length ? [...before, at] : rest.length > 0 ? rest : before;
  const holder = at.slice(0, -1);
  const all = groupsOf(entity, NO_TITLES)
    .filter((group) => isSameThing(group.holder, holder))
    .flatMap(({ items }) => items);
  const from = all.findIndex((item) => isSameThing(item.at, first));
  const to = all.findIndex((item) => isSameThing(item.at, at));
  if (from < 0 || to < 0) return [at];
  const between = all.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.at);
  // What it began with stays first, so that the next range begins there too.
  return from <= to ? between : between.toReversed();
}
