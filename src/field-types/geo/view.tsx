import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, InputNumber, Tooltip } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { findPlace } from '../../ui/place/find-place.ts';
import { placeText } from '../../ui/place/text.ts';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { TextCell, TextRead } from '../text-field.tsx';
import { GEO_DECIMALS, isPolygon } from './definition.ts';
import { PolygonCell, PolygonRead } from './PolygonRead.tsx';

const PolygonEdit = lazyPiece(() => import('./PolygonEdit.tsx').then((module) => module.PolygonEdit));

interface Degrees {
  readonly lng: number | null;
  readonly lat: number | null;
}

function degreesOf(value: unknown): Degrees {
  const { lng, lat } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<string, unknown>>;
  return { lng: typeof lng === 'number' ? lng : null, lat: typeof lat === 'number' ? lat : null };
}

function PointEdit({ id, value, onChange, onBlur, disabled, invalid, describedBy }: EditProps) {
  const point = degreesOf(value);
  const [locating, setLocating] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  // An answer may come when the form is long gone.
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const report = (next: Degrees) => {
    setRefusal(undefined);
    const filled = Object.fromEntries(Object.entries(next).filter(([, degrees]) => degrees !== null));
    onChange(Object.keys(filled).length === 0 ? null : filled);
  };
  const locate = async () => {
    setLocating(true);
    setRefusal(undefined);
    const found = await findPlace();
    if (!shown.current) return;
    setLocating(false);
    if ('missing' in found) {
      setRefusal(placeText(`missing.${found.missing}`));
      return;
    }
    report({ lng: found.lng, lat: found.lat });
    onBlur();
  };
  const shared = {
    className: 'anlan-wide',
    controls: false,
    disabled,
    precision: GEO_DECIMALS,
    // Typed as it is: zeros behind would only make 121.47 longer.
    formatter: (text: string | number | undefined) => String(text ?? ''),
    inputMode: 'decimal',
    onBlur,
    status: invalid ? 'error' : '',
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
  } as const;
  return (
    <div className="anlan-geo">
      <div className="anlan-geo-inputs">
        <InputNumber
          {...shared}
          id={id}
          value={point.lng}
          onChange={(lng) => report({ ...point, lng })}
          prefix={fieldText('geo.lng')}
          aria-label={fieldText('geo.lng')}
        />
        <InputNumber
          {...shared}
          value={point.lat}
          onChange={(lat) => report({ ...point, lat })}
          prefix={fieldText('geo.lat')}
          aria-label={fieldText('geo.lat')}
        />
        {!disabled && (
          <Tooltip title={fieldText('geo.mine')}>
            <Button
              icon={<EnvironmentOutlined />}
              loading={locating}
              onClick={() => void locate()}
              aria-label={fieldText('geo.mine')}
            />
          </Tooltip>
        )}
      </div>
      {refusal !== undefined && (
        <span className="anlan-count" role="status">
          {refusal}
        </span>
      )}
    </div>
  );
}

function Edit(props: EditProps) {
  if (!isPolygon(props.field.property)) return <PointEdit {...props} />;
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <PolygonEdit {...props} />
    </Suspense>
  );
}

function Read(props: ReadProps) {
  const { field, value } = props;
  return isPolygon(field.property) ? <PolygonRead title={field.title} value={value} /> : <TextRead {...props} />;
}

function Cell(props: ReadProps) {
  const { field, value } = props;
  return isPolygon(field.property) ? <PolygonCell title={field.title} value={value} /> : <TextCell {...props} />;
}

export const view: FieldView = { Edit, Read, Cell, Filter: undefined };
