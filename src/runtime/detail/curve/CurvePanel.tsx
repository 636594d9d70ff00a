import { Segmented } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { plantTime, serverNow } from '../../../api/plant-clock.ts';
import { fetchCurve } from '../../../api/readings.ts';
import { countText } from '../../../core/amount/number-text.ts';
import type { Curve } from '../../../core/live/curve.ts';
import type { ReadingsModel } from '../../../core/model/entity-model.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { useEntityPage } from '../../EntityContext.ts';
import { useNewValues } from '../../useNewValues.ts';
import type { CurveLimit } from './curve-option.ts';
import { curveText } from './text.ts';

const CurveCanvas = lazyPart(() => import('./CurveCanvas.tsx').then((module) => module.CurveCanvas));

const HOUR = 3_600_000;

/** How far back a curve goes, in hours. */
const RANGES = { hour: 1, shift: 8, day: 24, week: 168, month: 744 } as const;
type Range = keyof typeof RANGES;

/** The curve of a point's values, for as long as its reader chooses, up to now. */
export function CurvePanel({ record, readings }: { readonly record: WireRecord; readonly readings: ReadingsModel }) {
  const { page, changes, changed } = useEntityPage();
  const [range, setRange] = useState<Range>('hour');
  useNewValues(page.model, changed);
  const read = useLoaded(`${record.id}/${range}/${changes}`, async (signal) => {
    const to = Math.ceil(serverNow());
    const from = to - RANGES[range] * HOUR;
    const curve = await fetchCurve({ entity: page.model.key, id: record.id, from, to }, signal);
    return { curve, from, to, range };
  });
  const limits = useMemo(() => limitsOf(record, readings), [record, readings]);
  const { title } = readings.value;
  const unit = unitOf(record, readings);
  const shown = read.data;
  const drawn = useMemo(() => {
    if (shown === undefined) return undefined;
    const say = (value: number) => `${countText(value)}${unit}`;
    const words = { last: title, span: curveText('span') };
    return { ...shown, limits, clock: plantTime, say, words };
  }, [shown, limits, title, unit]);
  return (
    <PageContainer>
      <section className="anlan-section" aria-label={curveText('title')}>
        <div className="anlan-curve-head">
          <h2 className="anlan-section-title">{curveText('title')}</h2>
          <Segmented<Range>
            value={range}
            onChange={setRange}
            options={(Object.keys(RANGES) as Range[]).map((value) => ({ value, label: curveText(`range.${value}`) }))}
          />
        </div>
        {read.error !== undefined ? (
          <ErrorState title={curveText('failed')} message={read.error} onRetry={read.retry} />
        ) : drawn === undefined ? (
          <LoadingDelay loading rows={6} />
        ) : drawn.curve.places.length === 0 ? (
          <EmptyState reason="none" title={curveText('empty')} />
        ) : (
          <Suspense fallback={<LoadingDelay loading rows={6} />}>
            <CurveCanvas drawn={drawn} summary={summaryOf(drawn.curve, drawn.say)} />
            <CurveTable curve={drawn.curve} say={drawn.say} />
          </Suspense>
        )}
      </section>
    </PageContainer>
  );
}

/** Newest places that are read aloud; all of a month would be hundreds. */
const READ = 60;

/** The newest values as a table for those who have it read to them; it is not seen. */
function CurveTable({ curve, say }: { readonly curve: Curve; readonly say: (value: number) => string }) {
  return (
    <table className="anlan-unseen">
      <caption>{curveText('table', { count: Math.min(READ, curve.places.length) })}</caption>
      <thead>
        <tr>
          {(['time', 'low', 'high', 'last'] as const).map((key) => (
            <th key={key} scope="col">
              {curveText(`column.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {curve.places
          .slice(-READ)
          .toReversed()
          .map(({ time, low, high, last }) => (
            <tr key={time}>
              <th scope="row">{plantTime(time)}</th>
              <td>{say(low)}</td>
              <td>{say(high)}</td>
              <td>{say(last)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** The limits that the record holds, by the words of its choice. */
function limitsOf(record: WireRecord, { limits }: ReadingsModel): CurveLimit[] {
  return (limits?.of ?? []).flatMap(({ limit, at }) => {
    const value = at === undefined ? undefined : record[at.key];
    if (at === undefined || typeof value !== 'number') return [];
    return [{ title: at.title, value, grave: limit.length > 1 }];
  });
}

/** The unit of the record's values: its own, else that of the field. */
function unitOf(record: WireRecord, { unit, value }: ReadingsModel): string {
  const own = unit === undefined ? undefined : (record[`${unit.key}Label`] ?? record[unit.key]);
  return typeof own === 'string' ? own : (value.property.unit ?? '');
}

function summaryOf({ places }: Curve, say: (value: number) => string): string {
  const last = places.at(-1);
  const [low, high] = [Math.min(...places.map((one) => one.low)), Math.max(...places.map((one) => one.high))];
  return curveText('summary', { low: say(low), high: say(high), last: say(last?.last ?? 0) });
}
