import type { FeatureLike } from 'ol/Feature.js';
import { Point } from 'ol/geom.js';
import type VectorSource from 'ol/source/Vector.js';
import { Circle, Fill, RegularShape, Stroke, Style, Text } from 'ol/style.js';
import { tagColour } from '../../../ui/StatusTag.tsx';
import type { Palette, TagColour } from '../../../ui/theme/palette.ts';
import { namePlace, shortName } from './name-place.ts';

/** What all places are drawn by. */
interface Drawn {
  readonly palette: Palette;
  /** Id of the place that is looked at. */
  readonly chosen: string | undefined;
}

interface DrawnArea extends Drawn {
  /** Units of the map in a pixel. */
  readonly resolution: number;
  /** What lies over the areas, and should not be hidden by their names nor hide them. */
  readonly marks: VectorSource;
}

/** An area in the colour of its grade, with its name where that hides least: never by colour alone. */
export function areaStyle(feature: FeatureLike, { palette, chosen, resolution, marks }: DrawnArea): Style[] {
  const tag = tagOf(feature);
  const isChosen = isChosenOne(feature, chosen);
  const { text, ground } = palette.tags[tag];
  const name = shortName(String(feature.get('name') ?? ''));
  const area = new Style({
    fill: new Fill({ color: isGrade(tag) ? `${palette.grades[tag]}99` : ground }),
    stroke: new Stroke({ color: text, width: isChosen ? 4 : 1.5 }),
  });
  const [west = 0, south = 0, east = 0, north = 0] = feature.getGeometry()?.getExtent() ?? [];
  const place = namePlace([west, south, east, north], {
    name,
    holds: feature.get('holds') === true,
    resolution,
    marksIn: (box) => marks.getFeaturesInExtent([...box]).length,
  });
  const written = new Text({
    text: name,
    font: `${isChosen ? 600 : 400} 13px system-ui, sans-serif`,
    fill: new Fill({ color: palette.text }),
    stroke: new Stroke({ color: palette.container, width: 3 }),
    // A name is longer than a small area is wide; where names would lie over each other some are left out.
    overflow: true,
  });
  return [area, new Style({ geometry: new Point([...place]), text: written })];
}

/** A point in the colour of its grade and the form of its layer, which says its name when chosen; or a number of them. */
export function pointStyle(feature: FeatureLike, { palette, chosen }: Drawn): Style {
  const name = shortName(String(feature.get('name') ?? ''));
  if (feature.get('heap') === true) {
    return new Style({
      image: new Circle({
        radius: 14,
        fill: new Fill({ color: palette.primary }),
        stroke: new Stroke({ color: palette.container, width: 2 }),
      }),
      text: new Text({
        text: name,
        fill: new Fill({ color: palette.onPrimary }),
        font: '600 12px system-ui, sans-serif',
      }),
    });
  }
  const tag = tagOf(feature);
  const isChosen = isChosenOne(feature, chosen);
  return new Style({
    image: markOf(Number(feature.get('mark')), {
      radius: isChosen ? 10 : 7,
      fill: new Fill({ color: isGrade(tag) ? palette.grades[tag] : palette.tags[tag].text }),
      stroke: new Stroke({ color: isChosen ? palette.text : palette.container, width: 2 }),
    }),
    zIndex: isChosen ? 1 : 0,
    ...(isChosen ? { text: new Text({ ...textBelow(name, palette) }) } : {}),
  });
}

function tagOf(feature: FeatureLike): TagColour {
  const color = feature.get('color');
  return typeof color === 'string' ? tagColour(color) : 'primary';
}

const isChosenOne = (feature: FeatureLike, chosen: string | undefined): boolean =>
  chosen !== undefined && feature.get('id') === chosen;

interface MarkLook {
  readonly radius: number;
  readonly fill: Fill;
  readonly stroke: Stroke;
}

/** Points of each layer have a form of their own, as `MARKS` says them: circles, squares, triangles. */
function markOf(mark: number, look: MarkLook): Circle | RegularShape {
  if (mark === 1) return new RegularShape({ ...look, points: 4, angle: Math.PI / 4, radius: look.radius + 2 });
  if (mark === 2) return new RegularShape({ ...look, points: 3, radius: look.radius + 2 });
  return new Circle(look);
}

const textBelow = (name: string, palette: Palette) => ({
  text: name,
  offsetY: 20,
  font: '600 13px system-ui, sans-serif',
  fill: new Fill({ color: palette.text }),
  stroke: new Stroke({ color: palette.container, width: 3 }),
});

function isGrade(tag: TagColour): tag is 'red' | 'orange' | 'yellow' | 'blue' {
  return tag === 'red' || tag === 'orange' || tag === 'yellow' || tag === 'blue';
}
