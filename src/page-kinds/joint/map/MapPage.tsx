import { Button, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { fetchMap } from '../../../api/joint.ts';
import type { MapLayerAnswer } from '../../../core/wire/joint.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import type { JointViewProps } from '../joint-view.ts';
import { ReadFailure } from '../ReadFailure.tsx';
import { useJointText } from '../text.ts';
import { type MapBounds, MapCanvas } from './MapCanvas.tsx';
import { type ChosenPlace, PlaceCard } from './PlaceCard.tsx';
import { PlaceList } from './PlaceList.tsx';
import './map.css';

/** Layers over the plan, with a list of the same places beside it for the keyboard and for who sees no map. */
export function MapPage({ head }: JointViewProps) {
  const text = useJointText();
  const [box, setBox] = useState<string>();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<{ readonly layer: string; readonly id: string }>();
  const [fits, setFits] = useState(0);
  const [plan, setPlan] = useState<MapBounds>();
  const read = useLoaded(`${head.code}/${head.revision}/${box ?? ''}`, (signal) => fetchMap(head.code, box, signal));
  const { data } = read;
  const layers = useMemo(() => data?.layers.filter(({ key }) => !hidden.has(key)) ?? [], [data, hidden]);
  const found = chosenOf(layers, chosen);

  if (data === undefined) {
    return (
      <PageContainer>
        {read.error === undefined ? (
          <LoadingDelay loading rows={10} />
        ) : (
          <ReadFailure title={text('map.failed')} read={read} />
        )}
      </PageContainer>
    );
  }
  if (data.layers.length === 0) {
    return (
      <PageContainer>
        <EmptyState reason="forbidden" title={text('map.nothing')} />
      </PageContainer>
    );
  }
  // What is shown as numbers is asked for again wherever one looks; all else is here already.
  const isCrowded = box !== undefined || data.layers.some(({ heaps }) => heaps !== undefined);
  const points = data.layers.filter(({ shape }) => shape === 'point').map(({ key }) => key);
  const choose = (layer: string, id: string): void => setChosen({ layer, id });
  return (
    <div className="anlan-map-page" data-paper="wide">
      <div className="anlan-map-main">
        <fieldset className="anlan-map-layers">
          <legend className="anlan-unseen">{text('map.layers')}</legend>
          {data.layers.map(({ key, title, places, shape }) => (
            <Checkbox
              key={key}
              checked={!hidden.has(key)}
              onChange={({ target }) => setHidden((before) => withKey(before, key, !target.checked))}
            >
              {shape === 'point' ? `${MARKS[points.indexOf(key)] ?? MARKS[0]} ` : ''}
              {title} {places.length}
            </Checkbox>
          ))}
          <Button size="small" onClick={() => setFits((count) => count + 1)}>
            {text('map.fit')}
          </Button>
        </fieldset>
        <MapCanvas
          ground={data.ground}
          layers={layers}
          points={points}
          chosen={found?.place.id}
          fits={fits}
          plan={plan}
          onPlan={setPlan}
          onChoose={choose}
          onMove={isCrowded ? setBox : undefined}
        />
      </div>
      <PlaceList layers={layers} plan={plan} chosen={found?.place.id} onChoose={choose}>
        {found === undefined ? null : <PlaceCard chosen={found} onClose={() => setChosen(undefined)} />}
      </PlaceList>
    </div>
  );
}

/** Forms of the points of the first, second and third layer of points. */
const MARKS = ['●', '■', '▲'] as const;

function withKey(keys: ReadonlySet<string>, key: string, held: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (held) next.add(key);
  else next.delete(key);
  return next;
}

function chosenOf(
  layers: readonly MapLayerAnswer[],
  chosen: { readonly layer: string; readonly id: string } | undefined,
): ChosenPlace | undefined {
  const layer = layers.find(({ key }) => key === chosen?.layer);
  const place = layer?.places.find(({ id }) => id === chosen?.id);
  return layer === undefined || place === undefined ? undefined : { layer, place };
}
