/** How many tiles a wall may have. */
export const LAYOUTS = [1, 4, 9, 16] as const;
export type WallLayout = (typeof LAYOUTS)[number];

/** What a person chose of the wall: tiles, and cameras in their order; none means all. */
interface WallChoice {
  readonly layout: WallLayout;
  readonly cameras: readonly string[];
}

/** Cameras that are remembered at most: what is kept of a choice has its limit. */
export const MOST_CHOSEN = 100;

/** Reads what was kept; whatever else it says is the usual wall. */
export function parseWallChoice(kept: string, usual: WallLayout): WallChoice {
  const [layout = '', cameras = ''] = kept.split('|');
  return {
    layout: LAYOUTS.find((one) => String(one) === layout) ?? usual,
    cameras: cameras.split(',').filter((id) => /^[\w-]{1,40}$/.test(id)),
  };
}

/** The same as it is kept. */
export const wallChoiceText = ({ layout, cameras }: WallChoice): string =>
  `${layout}|${cameras.slice(0, MOST_CHOSEN).join(',')}`;
