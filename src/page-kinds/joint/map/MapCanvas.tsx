import { defaults as defaultControls } from 'ol/control/defaults.js';
import { containsExtent, createEmpty, getArea } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import Feature from 'ol/Feature.js';
import { Point, Polygon } from 'ol/geom.js';
import ImageLayer from 'ol/layer/Image.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { fromLonLat, transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import XYZ from 'ol/source/XYZ.js';
import { Circle, Fill, RegularShape, Stroke, Style, Text } from 'ol/style.js';
import View from 'ol/View.js';
import { useEffect, useRef, useState } from 'react';
import type { MapGround, MapLayerAnswer } from '../../../core/wire/joint.ts';
import { usePalette } from '../../../ui/look/usePalette.ts';
import { tagColour } from '../../../ui/StatusTag.tsx';
import type { Palette, TagColour } from '../../../ui/theme/palette.ts';
import { useJointText } from '../text.ts';
import { planSource } from './plan-source.ts';
import 'ol/ol.css';

const DEGREES = 'EPSG:4326';
const METRES = 'EPSG:3857';

/** How close a look at everything, and at one place, may come. */
const CLOSEST = 18;

interface MapCanvasProps {
  readonly ground: MapGround;
  readonly layers: readonly MapLayerAnswer[];
  /** Keys of all layers of points, by which each has its form. */
  readonly points: readonly string[];
  /** Id of the place that is looked at. */
  readonly chosen: string | undefined;
  /** Grows whenever all is to be seen. */
  readonly fits: number;
  readonly onChoose: (layer: string, id: string) => void;
  /** Told where one looks, `west,south,east,north`. */
  readonly onMove: ((box: string) => void) | undefined;
}

/** The map itself. It takes part in no order of the keyboard but its own zoom buttons: the list beside it does. */
export function MapCanvas({ ground, layers, points, chosen, fits, onChoose, onMove }: MapCanvasProps) {
  const text = useJointText();
  const palette = usePalette();
  const holder = useRef<HTMLDivElement>(null);
  // What lies below is the same however often the places are read.
  const [below] = useState(ground);
  const map = useRef<OlMap>(undefined);
  const source = useRef(new VectorSource());
  const fitted = useRef(-1);
  const latest = useRef({ onChoose, onMove, palette, chosen, points });
  latest.current = { onChoose, onMove, palette, chosen, points };

  useEffect(() => {
    const drawn = new VectorLayer({
      source: source.current,
      style: (feature) => styleOf(feature, latest.current.palette, latest.current.chosen),
      declutter: true,
    });
    const made = new OlMap({
      target: holder.current ?? undefined,
      controls: defaultControls({
        zoomOptions: { zoomInTipLabel: text('map.closer'), zoomOutTipLabel: text('map.farther') },
        attribution: false,
      }),
      layers: [...groundLayers(below), drawn],
      view: new View({ center: fromLonLat([...(below.centre ?? [0, 0])]), zoom: 15, maxZoom: 20 }),
    });
    made.on('click', ({ pixel }) => {
      const hit = made.forEachFeatureAtPixel(pixel, (feature) => feature, { hitTolerance: 6 });
      const [layer, id] = [hit?.get('layer'), hit?.get('id')];
      if (typeof layer === 'string' && typeof id === 'string') latest.current.onChoose(layer, id);
    });
    made.on('moveend', () => {
      const extent = transformExtent(made.getView().calculateExtent(made.getSize()), METRES, DEGREES);
      latest.current.onMove?.(extent.map((degrees) => degrees.toFixed(6)).join(','));
    });
    map.current = made;
    return () => made.setTarget(undefined);
  }, [below, text]);

  useEffect(() => {
    source.current.clear();
    source.current.addFeatures(layers.flatMap((layer) => featuresOf(layer, latest.current.points.indexOf(layer.key))));
  }, [layers]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn follows both.
  useEffect(() => source.current.changed(), [chosen, palette]);

  useEffect(() => {
    const extent = source.current.getExtent();
    if (layers.length === 0 || fitted.current === fits || extent === null || source.current.isEmpty()) return;
    fitted.current = fits;
    map.current?.getView().fit(extent, { padding: [32, 32, 32, 32], maxZoom: CLOSEST });
  }, [fits, layers]);

  useEffect(() => {
    const feature = source.current.getFeatures().find((one) => one.get('id') === chosen);
    const extent = feature?.getGeometry()?.getExtent();
    if (chosen === undefined || extent === undefined) return;
    const view = map.current?.getView();
    // What is in sight already stays where it is.
    if (view === undefined || containsExtent(view.calculateExtent(map.current?.getSize()), extent)) return;
    view.fit(extent, { padding: [80, 80, 80, 80], maxZoom: CLOSEST });
  }, [chosen]);

  // biome-ignore lint/a11y/useSemanticElements: a map is no fieldset.
  return <div ref={holder} className="anlan-map-canvas" role="group" aria-label={text('map.canvas')} />;
}

/** What lies under all layers. Tiles that are not there leave the bare ground. */
function groundLayers({ tiles, plan }: MapGround) {
  return [
    ...(tiles === undefined ? [] : [new TileLayer({ source: new XYZ({ url: tiles, crossOrigin: null }) })]),
    ...(plan === undefined ? [] : [new ImageLayer({ className: 'ol-layer anlan-map-plan', source: planSource(plan) })]),
  ];
}

function featuresOf(layer: MapLayerAnswer, mark: number): readonly Feature[] {
  const places = layer.places.map((place): Feature => {
    const corners = place.corners.map((corner) => fromLonLat([...corner]));
    const [first = [0, 0]] = corners;
    const geometry = layer.shape === 'polygon' ? new Polygon([[...corners, first]]) : new Point(first);
    const { id, name, grade } = place;
    return new Feature({ geometry, layer: layer.key, mark, id, name, color: grade?.color });
  });
  if (layer.shape === 'polygon') arrangeAreas(places);
  const heaps = (layer.heaps ?? []).map(
    ({ at, count }) => new Feature({ geometry: new Point(fromLonLat([...at])), name: String(count), heap: true }),
  );
  return [...places, ...heaps];
}

/** Lays areas that lie within others over these, and lets those that hold others bear their name along the upper edge. */
function arrangeAreas(areas: Feature[]): void {
  const extentOf = (area: Feature) => area.getGeometry()?.getExtent() ?? createEmpty();
  areas.sort((one, other) => getArea(extentOf(other)) - getArea(extentOf(one)));
  for (const [index, area] of areas.entries()) {
    const inner = areas.slice(index + 1).find((other) => containsExtent(extentOf(area), extentOf(other)));
    if (inner !== undefined) area.set('holds', true);
  }
}

/** Where the name of an area that holds others stands. */
function upperEdge(feature: FeatureLike): Point {
  const [west = 0, , east = 0, north = 0] = feature.getGeometry()?.getExtent() ?? [];
  return new Point([(west + east) / 2, north]);
}

/** A place in the colour of its grade: never by colour alone, an area bears its name and a point says it when chosen. */
function styleOf(feature: FeatureLike, palette: Palette, chosen: string | undefined): Style | Style[] {
  const color = feature.get('color');
  const tag: TagColour = typeof color === 'string' ? tagColour(color) : 'primary';
  const isChosen = chosen !== undefined && feature.get('id') === chosen;
  const { text, ground } = palette.tags[tag];
  const name = String(feature.get('name') ?? '');
  const written = new Text({
    text: name,
    font: `${isChosen ? 600 : 400} 13px system-ui, sans-serif`,
    fill: new Fill({ color: palette.text }),
    stroke: new Stroke({ color: palette.container, width: 3 }),
    // A name is longer than a small area is wide; where names would lie over each other some are left out.
    overflow: true,
    ...(feature.get('holds') === true ? { textBaseline: 'top', offsetY: 6 } : {}),
  });
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
  if (feature.getGeometry()?.getType() === 'Polygon') {
    const area = new Style({
      fill: new Fill({ color: isGrade(tag) ? `${palette.grades[tag]}99` : ground }),
      stroke: new Stroke({ color: text, width: isChosen ? 4 : 1.5 }),
    });
    if (feature.get('holds') === true) return [area, new Style({ geometry: (one) => upperEdge(one), text: written })];
    area.setText(written);
    return area;
  }
  return new Style({
    image: markOf(Number(feature.get('mark')), {
      radius: isChosen ? 10 : 7,
      fill: new Fill({ color: isGrade(tag) ? palette.grades[tag] : text }),
      stroke: new Stroke({ color: isChosen ? palette.text : palette.container, width: 2 }),
      declutterMode: 'none',
    }),
    ...(isChosen ? { text: new Text({ ...textBelow(name, palette) }) } : {}),
  });
}

interface MarkLook {
  readonly radius: number;
  readonly fill: Fill;
  readonly stroke: Stroke;
  readonly declutterMode: 'none';
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
