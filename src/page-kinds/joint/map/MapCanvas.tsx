import { defaults as defaultControls } from 'ol/control/defaults.js';
import { containsExtent, createEmpty, extend, getArea, intersects, isEmpty } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import { Point, Polygon } from 'ol/geom.js';
import ImageLayer from 'ol/layer/Image.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { fromLonLat, transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import XYZ from 'ol/source/XYZ.js';
import View from 'ol/View.js';
import { useEffect, useRef, useState } from 'react';
import type { MapGround, MapLayerAnswer } from '../../../core/wire/joint.ts';
import { usePalette } from '../../../ui/look/usePalette.ts';
import { useJointText } from '../text.ts';
import { areaStyle, pointStyle } from './map-style.ts';
import { planSource } from './plan-source.ts';
import 'ol/ol.css';

const DEGREES = 'EPSG:4326';
const METRES = 'EPSG:3857';

/** How close a look at everything, and at one place, may come. */
const CLOSEST = 18;

/** West, south, east and north in degrees. */
export type MapBounds = readonly [west: number, south: number, east: number, north: number];

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
  /** How far the plan reaches, once it is there: west, south, east and north. */
  readonly plan: MapBounds | undefined;
  readonly onPlan: (plan: MapBounds) => void;
  /** Told where one looks, `west,south,east,north`. */
  readonly onMove: ((box: string) => void) | undefined;
}

/** The map itself. It takes part in no order of the keyboard but its own zoom buttons: the list beside it does. */
export function MapCanvas({ ground: lies, layers, points, chosen, fits, plan, ...told }: MapCanvasProps) {
  const text = useJointText();
  const palette = usePalette();
  const holder = useRef<HTMLDivElement>(null);
  // What lies below is the same however often the places are read.
  const [ground] = useState(lies);
  const map = useRef<OlMap>(undefined);
  const areas = useRef(new VectorSource());
  const marks = useRef(new VectorSource());
  const fitted = useRef('');
  const latest = useRef({ ...told, palette, chosen, points });
  latest.current = { ...told, palette, chosen, points };

  useEffect(() => {
    const below = new VectorLayer({
      source: areas.current,
      style: (feature, resolution) => areaStyle(feature, { ...latest.current, resolution, marks: marks.current }),
      declutter: true,
    });
    // On a sheet of their own: names that are kept apart from each other are drawn last on theirs, over everything.
    const above = new VectorLayer({
      source: marks.current,
      className: 'ol-layer anlan-map-marks',
      style: (feature) => pointStyle(feature, latest.current),
    });
    const made = new OlMap({
      target: holder.current ?? undefined,
      controls: defaultControls({
        zoomOptions: { zoomInTipLabel: text('map.closer'), zoomOutTipLabel: text('map.farther') },
        attribution: false,
      }),
      layers: [...groundLayers(ground, (bounds) => latest.current.onPlan(bounds)), below, above],
      view: new View({ center: fromLonLat([...(ground.centre ?? [0, 0])]), zoom: 15, maxZoom: 20 }),
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
  }, [ground, text]);

  useEffect(() => {
    for (const [source, shape] of [
      [marks.current, 'point'],
      [areas.current, 'polygon'],
    ] as const) {
      const drawn = layers.filter((layer) => layer.shape === shape);
      source.clear();
      source.addFeatures(drawn.flatMap((layer) => featuresOf(layer, latest.current.points.indexOf(layer.key))));
    }
  }, [layers]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn follows both.
  useEffect(() => {
    for (const source of [areas.current, marks.current]) source.changed();
    // Paper does not wait for the next frame.
    map.current?.renderSync();
  }, [chosen, palette]);

  useEffect(() => {
    const extent = createEmpty();
    // One place that was entered wrongly would make the plant a dot on the globe: until all is asked for, the plan decides.
    const within = fits === 0 && plan !== undefined ? transformExtent([...plan], DEGREES, METRES) : undefined;
    for (const source of [areas.current, marks.current]) {
      for (const feature of source.getFeatures()) {
        const own = feature.getGeometry()?.getExtent() ?? createEmpty();
        if (within === undefined || intersects(own, within)) extend(extent, own);
      }
    }
    const wanted = `${fits}/${within?.join() ?? ''}`;
    if (layers.length === 0 || fitted.current === wanted) return;
    const shown = isEmpty(extent) ? within : extent;
    if (shown === undefined) return;
    fitted.current = wanted;
    map.current?.getView().fit(shown, { padding: [32, 32, 32, 32], maxZoom: CLOSEST });
  }, [fits, layers, plan]);

  useEffect(() => {
    const features = [...areas.current.getFeatures(), ...marks.current.getFeatures()];
    const feature = features.find((one) => one.get('id') === chosen);
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
function groundLayers({ tiles, plan }: MapGround, onPlan: (plan: MapBounds) => void) {
  const tell = (metres: [number, number, number, number]): void => {
    const [west = 0, south = 0, east = 0, north = 0] = transformExtent(metres, METRES, DEGREES);
    onPlan([west, south, east, north]);
  };
  return [
    ...(tiles === undefined ? [] : [new TileLayer({ source: new XYZ({ url: tiles, crossOrigin: null }) })]),
    ...(plan === undefined
      ? []
      : [new ImageLayer({ className: 'ol-layer anlan-map-plan', source: planSource(plan, tell) })]),
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
