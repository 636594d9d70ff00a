import { DeleteOutlined } from '@ant-design/icons';
import { Button, InputNumber } from 'antd';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type GeoPoint, POLYGON_CORNERS } from '../../core/geo/polygon.ts';
import { titled } from '../../core/text/punctuate.ts';
import type { EditProps, ViewField } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { cornersOf, GEO_DECIMALS, geoPoint } from './definition.ts';
import { polygonWords } from './PolygonRead.tsx';
import {
  frameAround,
  fromSketch,
  nextCorner,
  placeOfCorner,
  SKETCH,
  type SketchFrame,
  toSketch,
  zoomFrame,
} from './polygon-frame.ts';

/** Where a drawing begins while neither the area nor a point of the record says where it is. */
const SOMEWHERE: GeoPoint = { lng: 118.8, lat: 32.05 };
/** Units of the drawing that an arrow key moves a corner; ten times as many with Shift. */
const NUDGE = 2;

const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function firstFrame(points: readonly GeoPoint[], field: ViewField): SketchFrame {
  const own = frameAround(points);
  if (own !== undefined) return own;
  const beside = Object.values(field.values?.() ?? {}).flatMap((value) => geoPoint(value) ?? []);
  return frameAround(beside.slice(0, 1)) ?? { centre: SOMEWHERE, step: 0.0045 / SKETCH.height };
}

/** An area drawn without a map: corners are added, moved and taken away by mouse, finger or keyboard, or typed. */
export function PolygonEdit({ id, value, onChange, onBlur, field, disabled, invalid, describedBy }: EditProps) {
  const points = cornersOf(value);
  const [frame, setFrame] = useState(() => firstFrame(points, field));
  const [dragged, setDragged] = useState<number>();
  const [told, setTold] = useState('');
  const sketch = useRef<SVGSVGElement>(null);
  const { title } = field;

  const put = (next: readonly GeoPoint[]) => onChange(next.length === 0 ? null : { points: next });
  const move = (index: number, point: GeoPoint) => put(points.map((held, at) => (at === index ? point : held)));
  const insert = (index: number, point: GeoPoint) => {
    if (points.length >= POLYGON_CORNERS.most) return;
    put([...points.slice(0, index), point, ...points.slice(index)]);
    setTold(fieldText('polygon.added', { number: index + 1, count: points.length + 1 }));
  };
  const remove = (index: number) => {
    put(points.filter((_, at) => at !== index));
    setTold(fieldText('polygon.removed', { number: index + 1, count: points.length - 1 }));
    onBlur();
  };
  const placeOf = (event: PointerEvent): { x: number; y: number } => {
    const box = sketch.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 };
    const place = (at: number, start: number, size: number, whole: number) =>
      Math.min(whole, Math.max(0, ((at - start) / size) * whole));
    return {
      x: place(event.clientX, box.left, box.width, SKETCH.width),
      y: place(event.clientY, box.top, box.height, SKETCH.height),
    };
  };
  const drawn = (event: PointerEvent<SVGSVGElement>) => {
    if (disabled || event.button !== 0) return;
    const corner = (event.target as Element).closest('[data-corner]')?.getAttribute('data-corner');
    event.currentTarget.setPointerCapture(event.pointerId);
    if (corner !== null && corner !== undefined) {
      setDragged(Number(corner));
      return;
    }
    const point = fromSketch(frame, placeOf(event));
    const index = placeOfCorner(frame, points, point);
    insert(index, point);
    setDragged(index);
  };
  const pressed = (event: KeyboardEvent, index: number) => {
    const arrow = ARROWS[event.key];
    const held = points[index];
    if (disabled || held === undefined) return;
    if (arrow !== undefined) {
      event.preventDefault();
      const { x, y } = toSketch(frame, held);
      const far = NUDGE * (event.shiftKey ? 10 : 1);
      move(index, fromSketch(frame, { x: x + arrow.x * far, y: y + arrow.y * far }));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove(index);
    }
  };
  const corners = points.map((point) => toSketch(frame, point));
  const line = corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return (
    <div className="anlan-polygon">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset. */}
      <svg
        ref={sketch}
        className={invalid ? 'anlan-sketch anlan-box-invalid' : 'anlan-sketch'}
        viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
        role="group"
        aria-label={fieldText('polygon.sketch', { title })}
        onPointerDown={drawn}
        onPointerMove={(event) => {
          if (dragged !== undefined) move(dragged, fromSketch(frame, placeOf(event)));
        }}
        onPointerUp={() => {
          setDragged(undefined);
          onBlur();
        }}
        onPointerCancel={() => setDragged(undefined)}
      >
        <SketchGrid />
        {corners.length > 1 && (
          <polygon className={corners.length < 3 ? 'anlan-sketch-open' : 'anlan-sketch-area'} points={line} />
        )}
        {corners.map(({ x, y }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its number alone.
          <g key={index} data-corner={index}>
            {/* biome-ignore lint/a11y/useSemanticElements: a corner of a drawing cannot be a button element. */}
            <circle
              className="anlan-sketch-corner"
              cx={x}
              cy={y}
              r={12}
              tabIndex={disabled ? -1 : 0}
              role="button"
              aria-label={cornerName(points[index], index)}
              aria-disabled={disabled}
              onKeyDown={(event) => pressed(event, index)}
              onBlur={onBlur}
            />
            <circle className="anlan-sketch-dot" cx={x} cy={y} r={4} />
            <text x={x + 9} y={y - 8}>
              {index + 1}
            </text>
          </g>
        ))}
      </svg>
      <div className="anlan-polygon-tools">
        <Button
          id={id}
          size="small"
          disabled={disabled || points.length >= POLYGON_CORNERS.most}
          aria-label={titled(title, fieldText('polygon.add'))}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onClick={() => {
            const { index, point } = nextCorner(frame, points);
            insert(index, point);
          }}
        >
          {fieldText('polygon.add')}
        </Button>
        <Button size="small" onClick={() => setFrame((held) => zoomFrame(held, 0.5))}>
          {fieldText('polygon.closer')}
        </Button>
        <Button size="small" onClick={() => setFrame((held) => zoomFrame(held, 2))}>
          {fieldText('polygon.farther')}
        </Button>
        <Button size="small" disabled={points.length === 0} onClick={() => setFrame(firstFrame(points, field))}>
          {fieldText('polygon.fit')}
        </Button>
        <Button
          size="small"
          disabled={disabled || points.length === 0}
          onClick={() => {
            put([]);
            setTold(fieldText('polygon.cleared'));
          }}
        >
          {fieldText('clear')}
        </Button>
        <span className="anlan-count">{points.length === 0 ? fieldText('polygon.hint') : polygonWords(value)}</span>
        <span className="anlan-unseen" role="status">
          {told}
        </span>
      </div>
      {points.length > 0 && (
        <table className="anlan-polygon-table" aria-label={fieldText('polygon.table', { title })}>
          <thead>
            <tr>
              <th scope="col">{fieldText('rows.number')}</th>
              <th scope="col">{fieldText('geo.lng')}</th>
              <th scope="col">{fieldText('geo.lat')}</th>
              <th scope="col">{fieldText('rows.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its number alone.
              <tr key={index}>
                <td>{index + 1}</td>
                {(['lng', 'lat'] as const).map((axis) => (
                  <td key={axis}>
                    <InputNumber
                      size="small"
                      className="anlan-wide"
                      controls={false}
                      precision={GEO_DECIMALS}
                      min={axis === 'lng' ? -180 : -90}
                      max={axis === 'lng' ? 180 : 90}
                      formatter={(text) => String(text ?? '')}
                      inputMode="decimal"
                      disabled={disabled}
                      value={point[axis]}
                      aria-label={fieldText(`polygon.${axis}`, { number: index + 1 })}
                      onChange={(degrees) => {
                        if (degrees !== null) move(index, { ...point, [axis]: degrees });
                      }}
                      onBlur={onBlur}
                    />
                  </td>
                ))}
                <td>
                  <Button
                    size="small"
                    type="text"
                    icon={<DeleteOutlined />}
                    disabled={disabled}
                    aria-label={fieldText('polygon.remove', { number: index + 1 })}
                    onClick={() => remove(index)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function cornerName(point: GeoPoint | undefined, index: number): string {
  return fieldText('polygon.corner', { number: index + 1, lng: point?.lng ?? '', lat: point?.lat ?? '' });
}

function SketchGrid() {
  const across = Array.from({ length: 11 }, (_, index) => (index + 1) * 40);
  return (
    <g className="anlan-sketch-grid">
      {across.map((x) => (
        <path key={x} d={`M${x} 0V${SKETCH.height}`} />
      ))}
      {across.slice(0, 6).map((y) => (
        <path key={y} d={`M0 ${y}H${SKETCH.width}`} />
      ))}
    </g>
  );
}
