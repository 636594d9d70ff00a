import { areaText, POLYGON_CORNERS, polygonArea } from '../../core/geo/polygon.ts';
import { phrases } from '../../core/text/punctuate.ts';
import { fieldText } from '../text.ts';
import { NoValue } from '../text-field.tsx';
import { cornersOf } from './definition.ts';
import { frameAround, SKETCH, toSketch } from './polygon-frame.ts';

interface PolygonProps {
  readonly title: string;
  readonly value: unknown;
}

function Sketch({ title, value, height }: PolygonProps & { height: number }) {
  const points = cornersOf(value);
  const frame = frameAround(points);
  if (frame === undefined) return null;
  const line = points.map((point) => toSketch(frame, point)).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return (
    <svg
      className="anlan-sketch-small"
      viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
      height={height}
      width={(height * SKETCH.width) / SKETCH.height}
      role="img"
      aria-label={fieldText('polygon.drawn', { title, count: points.length })}
    >
      <polygon className="anlan-sketch-area" points={line.join(' ')} />
    </svg>
  );
}

/** How many corners an area has and how large it is: 4个顶点，约1.2万平方米. */
export function polygonWords(value: unknown): string {
  const points = cornersOf(value);
  const count = fieldText('polygon.count', { count: points.length });
  return points.length < POLYGON_CORNERS.least ? count : phrases([count, areaText(polygonArea(points))]);
}

/** An area in a detail page: its drawing, its size, and its corners behind a fold. */
export function PolygonRead({ title, value }: PolygonProps) {
  const points = cornersOf(value);
  if (points.length === 0) return <NoValue />;
  return (
    <div className="anlan-polygon">
      <Sketch title={title} value={value} height={112} />
      <details>
        <summary>{polygonWords(value)}</summary>
        <ol className="anlan-corners">
          {points.map(({ lng, lat }) => (
            <li key={`${lng},${lat}`}>
              {lng}, {lat}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

/** An area in a row: its outline and its size. */
export function PolygonCell({ title, value }: PolygonProps) {
  if (cornersOf(value).length === 0) return <NoValue />;
  return (
    <span className="anlan-polygon-cell" title={polygonWords(value)}>
      <Sketch title={title} value={value} height={24} />
      {polygonWords(value)}
    </span>
  );
}
