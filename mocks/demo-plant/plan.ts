import { encodePicture } from './small-picture.ts';

/** A place on the plan in pixels, counted from its upper left. */
interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly wide: number;
  readonly high: number;
}

const WIDTH = 1600;
const HEIGHT = 1000;

/** Degrees of a pixel, which is 0.6 metres at the plant's latitude. */
const DEGREES = { lng: 0.00000644, lat: 0.00000539 } as const;

const at = (left: number, top: number, wide: number, high: number): Rectangle => ({ left, top, wide, high });

/** Where the areas of the first plant lie, by their code; those below another lie within it. */
const PLACES: Readonly<Record<string, Rectangle>> = {
  A01: at(60, 80, 440, 300),
  'A01-1': at(80, 130, 190, 230),
  'A01-2': at(290, 130, 190, 100),
  'A01-3': at(290, 250, 190, 110),
  A02: at(560, 80, 440, 300),
  'A02-1': at(580, 130, 190, 230),
  'A02-2': at(790, 130, 190, 100),
  'A02-3': at(790, 250, 190, 110),
  A03: at(1060, 80, 480, 300),
  'A03-1': at(1080, 130, 220, 230),
  'A03-2': at(1320, 130, 200, 100),
  'A03-3': at(1320, 250, 200, 110),
  A04: at(60, 450, 440, 210),
  'A04-1': at(80, 500, 190, 140),
  'A04-2': at(290, 500, 190, 140),
  A05: at(560, 450, 580, 210),
  'A05-1': at(580, 500, 120, 140),
  'A05-2': at(720, 500, 120, 140),
  'A05-3': at(860, 500, 120, 140),
  'A05-4': at(1000, 500, 120, 140),
  A06: at(1200, 450, 340, 210),
  'A06-1': at(1220, 500, 200, 140),
  A07: at(60, 740, 260, 180),
  A08: at(380, 740, 260, 180),
  A09: at(700, 740, 440, 180),
  A10: at(1200, 740, 340, 180),
};

interface Degrees {
  readonly lng: number;
  readonly lat: number;
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Where a pixel lies, of a plan with its middle at `centre`. */
function degreesOf(centre: Degrees, x: number, y: number): Degrees {
  return {
    lng: rounded(centre.lng + (x - WIDTH / 2) * DEGREES.lng),
    lat: rounded(centre.lat - (y - HEIGHT / 2) * DEGREES.lat),
  };
}

/** The middle of an area of the plan, and how far it is from its edges; undefined for one that is not on it. */
export function placeOnPlan(centre: Degrees, code: string) {
  const place = PLACES[code];
  if (place === undefined) return undefined;
  const { left, top, wide, high } = place;
  return {
    middle: degreesOf(centre, left + wide / 2, top + high / 2),
    room: { lng: (wide / 2) * DEGREES.lng, lat: (high / 2) * DEGREES.lat },
  };
}

/** Three corners of the plan with where they lie, as the company's configuration has them. */
export function controlPoints(centre: Degrees) {
  const point = (x: number, y: number): string => {
    const { lng, lat } = degreesOf(centre, x, y);
    return `${x},${y}=${lng},${lat}`;
  };
  return { mapPlanA: point(0, 0), mapPlanB: point(WIDTH, 0), mapPlanC: point(0, HEIGHT) };
}

/** Red, green and blue, in the order of `Ink`. */
const palette = [
  [226, 234, 222],
  [206, 208, 206],
  [240, 240, 236],
  [188, 196, 202],
  [138, 148, 156],
  [170, 190, 206],
  [150, 176, 140],
  [250, 250, 248],
  [120, 128, 134],
] as const;

const Ink = { grass: 0, road: 1, yard: 2, building: 3, edge: 4, tank: 5, tree: 6, line: 7, pipe: 8 } as const;

/**
 * The plan of the first plant as a PNG: roads, yards, buildings, tanks and pipes drawn from where the areas lie, without a
 * word, since the map names them. About 6 kB.
 */
export function planPicture(): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(Ink.grass);
  const fill = ({ left, top, wide, high }: Rectangle, ink: number): void => {
    for (let y = Math.max(0, top); y < Math.min(HEIGHT, top + high); y += 1) {
      pixels.fill(ink, y * WIDTH + Math.max(0, left), y * WIDTH + Math.min(WIDTH, left + wide));
    }
  };
  const framed = (place: Rectangle, ink: number): void => {
    fill(place, Ink.edge);
    fill(inset(place, 2), ink);
  };
  const disc = (x: number, y: number, radius: number, ink: number): void => {
    for (let row = -radius; row <= radius; row += 1) {
      const half = Math.floor(Math.sqrt(radius * radius - row * row));
      fill(at(x - half, y + row, 2 * half + 1, 1), ink);
    }
  };
  drawRoads(fill);
  for (const [code, place] of Object.entries(PLACES)) if (!code.includes('-')) framed(place, Ink.yard);
  for (const [code, place] of Object.entries(PLACES)) {
    if (isTankFarm(code)) drawTanks(inset(place, 8), disc);
    else if (code.includes('-') || isBuilding(code)) framed(inset(place, code.includes('-') ? 10 : 40), Ink.building);
  }
  // The pipe rack along the units, on its posts.
  fill(at(60, 404, 1480, 5), Ink.pipe);
  fill(at(60, 413, 1480, 5), Ink.pipe);
  for (let x = 70; x < 1540; x += 60) fill(at(x, 400, 5, 22), Ink.edge);
  for (let x = 40; x < WIDTH; x += 46) {
    disc(x, 36, 10, Ink.tree);
    disc(x, HEIGHT - 14, 10, Ink.tree);
  }
  return encodePicture(pixels, WIDTH, palette);
}

const inset = ({ left, top, wide, high }: Rectangle, by: number): Rectangle =>
  at(left + by, top + by, wide - 2 * by, high - 2 * by);

const isTankFarm = (code: string): boolean => code === 'A02-3' || code === 'A03-1' || code === 'A03-2';
const isBuilding = (code: string): boolean => code === 'A07' || code === 'A08' || code === 'A09';

/** Roads along and across, with a line down their middle. */
function drawRoads(fill: (place: Rectangle, ink: number) => void): void {
  const along = [56, 424, 690, 944];
  const across = [16, 514, 1012, 1152, 1552];
  for (const y of along) fill(at(0, y - 2, WIDTH, 22), Ink.road);
  for (const x of across) fill(at(x, 56, 32, 900), Ink.road);
  for (const y of along) for (let x = 0; x < WIDTH; x += 40) fill(at(x, y + 8, 20, 2), Ink.line);
  for (const x of across) for (let y = 70; y < 940; y += 40) fill(at(x + 15, y, 2, 20), Ink.line);
}

/** Tanks in rows, as many as the place has room for. */
function drawTanks(place: Rectangle, disc: (x: number, y: number, radius: number, ink: number) => void): void {
  const radius = Math.min(30, Math.floor(place.high / 4));
  const step = 2 * radius + 10;
  for (let y = place.top + radius + 4; y + radius <= place.top + place.high; y += step) {
    for (let x = place.left + radius + 4; x + radius <= place.left + place.wide; x += step) {
      disc(x, y, radius, Ink.edge);
      disc(x, y, radius - 2, Ink.tank);
    }
  }
}
