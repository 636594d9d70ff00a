/** A shape of a drawing: the name of its SVG element and what that is given, by SVG's own names. */
export type PictogramShape =
  | readonly [element: 'path' | 'circle' | 'rect' | 'line', given: Readonly<Record<string, string>>]
  | readonly [element: 'g', given: Readonly<Record<string, string>>, within: readonly PictogramShape[]];

/** Rays around the middle of a burst. */
const BURST = [
  [0, -9, 0, -12.5],
  [6.4, -6.4, 9, -9],
  [9, 0, 12, 0],
  [-6.4, -6.4, -9, -9],
  [-9, 0, -12, 0],
  [7, 5, 10, 7],
  [-7, 5, -10, 7],
] as const;

const FLAME =
  'M24 10c1 4-5 7-7 12-2.4 6 .6 12 7 12s9.4-6 7-11.5c-.8 2-2 3-3.2 3.3C29.5 20 28 14 24 10zm.4 14c2 2.6 2.6 4.6 1.6 6.4-1 1.6-3.4 1.6-4.4 0-1-2 .8-3.8 2.8-6.4z';

const path = (d: string, more: Readonly<Record<string, string>> = {}): PictogramShape => ['path', { d, ...more }];
/** A path whose inner outlines are holes. */
const pierced = (d: string, more: Readonly<Record<string, string>> = {}): PictogramShape =>
  path(d, { 'fill-rule': 'evenodd', ...more });
const circle = (cx: number, cy: number, r: number): PictogramShape => [
  'circle',
  { cx: `${cx}`, cy: `${cy}`, r: `${r}` },
];
const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  more: Readonly<Record<string, string>> = {},
): PictogramShape => ['rect', { x: `${x}`, y: `${y}`, width: `${width}`, height: `${height}`, ...more }];
/** A line of the sign's own weight. */
const line = (x1: number, y1: number, x2: number, y2: number): PictogramShape => [
  'line',
  { x1: `${x1}`, y1: `${y1}`, x2: `${x2}`, y2: `${y2}`, stroke: 'currentColor', 'stroke-width': '2.4' },
];
/** A circle that is only a line. */
const ring = (cx: number, cy: number, r: number): PictogramShape => [
  'circle',
  { cx: `${cx}`, cy: `${cy}`, r: `${r}`, fill: 'none', stroke: 'currentColor', 'stroke-width': '2.4' },
];

/** What stands in the diamond of each hazard, in a box of 48 by 48 whose middle is the diamond's. Drawn here; simpler than GB 30000.1 annex B has them. */
const SIGNS: Readonly<Record<string, readonly PictogramShape[]>> = {
  'ghs-explosive': [
    circle(24, 27, 6),
    ...BURST.map(([x1, y1, x2, y2]) => line(24 + x1, 27 + y1, 24 + x2, 27 + y2)),
    path('M13 37h22l-3-2.5-3 1-5-1.5-5 1.5-3-1z'),
  ],
  'ghs-flame': [pierced(FLAME), rect(15.5, 36, 17, 2.4)],
  'ghs-oxidizer': [
    pierced(FLAME, { transform: 'translate(8.6 3) scale(.64)' }),
    ring(24, 31, 5.5),
    rect(16.5, 37.4, 15, 2),
  ],
  'ghs-gas': [
    [
      'g',
      { transform: 'rotate(-38 24 24)' },
      [rect(10, 20.5, 21, 8, { rx: '3.5' }), rect(31, 22.5, 4, 4), rect(35.5, 21, 2, 7, { rx: '1' })],
    ],
  ],
  'ghs-corrosive': [
    rect(11.5, 16, 11, 4, { rx: '1', transform: 'rotate(14 17 18)' }),
    rect(25.5, 16, 11, 4, { rx: '1', transform: 'rotate(-14 31 18)' }),
    path(
      'M20.5 22.5c.9 1.5 1.4 2.2 1.4 3a1.4 1.4 0 0 1-2.8 0c0-.8.5-1.5 1.4-3zM27.5 22.5c.9 1.5 1.4 2.2 1.4 3a1.4 1.4 0 0 1-2.8 0c0-.8.5-1.5 1.4-3z',
    ),
    path('M12 31h6.5l1.6-2.2 1.6 2.2h.8v3.5H12zM25 30.5c3.5-1.4 6-1.4 11-.5v2.5c-3 1.6-6 2.4-9 1.6z'),
    rect(16, 36.5, 16, 2),
  ],
  'ghs-toxic': [
    pierced(
      'M24 11c-5.2 0-8.5 3.3-8.5 7.6 0 2.6 1.2 4.4 3.2 5.6v3.3h10.6v-3.3c2-1.2 3.2-3 3.2-5.6 0-4.3-3.3-7.6-8.5-7.6zm-3.6 6.2a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zm7.2 0a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zM24 21.800l1.3 2.4h-2.6z',
    ),
    line(15, 29.5, 33, 36.5),
    line(33, 29.5, 15, 36.5),
  ],
  'ghs-harmful': [path('M20.8 12h6.4l-1.3 15h-3.800z'), circle(24, 33, 3)],
  'ghs-health': [
    circle(24, 13.5, 4.2),
    pierced(
      'M13.5 35c0-8 3-15 10.5-15s10.5 7 10.5 15l-6 3.5h-9zM24 22.5l1.8 4.2 4.2-1.4-2.2 4 3.4 3-4.5.5.3 4.5L24 34l-3 3.3.3-4.5-4.5-.5 3.4-3-2.2-4 4.2 1.4z',
    ),
  ],
  'ghs-environment': [
    path('M17 35l.6-10-4-5 1.2-.8 3 3.4.6-8.6h1.6l.4 6 3.6-4 1.2 1-4.4 6.4.8 11.6z'),
    path('M11 35h26v2H11z'),
    pierced(
      'M25 30.5c2.5-3.2 6.5-3.4 9-.9l3-1.9-.6 3 1.1 2.5-3.3-1.2c-2.7 2.4-6.7 2-9.2-1.5zm2.6-.6a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.800z',
    ),
  ],
};

/** The diamond's outline. */
export const FRAME = 'M24 2 46 24 24 46 2 24z';

/** Names of the drawings that options of dictionaries may bear as their icon. */
export const pictogramNames: readonly string[] = Object.keys(SIGNS);

/** Whether an icon is a drawing that people know by its shape, which is shown large and whole. */
export function isPictogram(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(SIGNS, name);
}

/** What stands in the diamond; nothing for a name that is none. */
export function pictogramShapes(name: string): readonly PictogramShape[] {
  return SIGNS[name] ?? [];
}

/** The colours of a drawing on paper. */
interface PictogramColours {
  readonly frame: string;
  readonly paper: string;
  readonly ink: string;
}

/** A drawing as an SVG document of its own. */
export function pictogramSvg(name: string, { frame, paper, ink }: PictogramColours): string {
  const sign = pictogramShapes(name).map(markup).join('').replaceAll('currentColor', ink);
  const diamond = `<path d="${FRAME}" fill="${paper}" stroke="${frame}" stroke-width="3"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${diamond}<g fill="${ink}">${sign}</g></svg>`;
}

function markup([element, given, within = []]: PictogramShape): string {
  const said = Object.entries(given).map(([key, value]) => ` ${key}="${value}"`);
  return `<${element}${said.join('')}>${within.map(markup).join('')}</${element}>`;
}
