import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { fetchMap } from '../../../api/joint.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { type MapBounds, MapCanvas } from '../map/MapCanvas.tsx';
import { ReadFailure } from '../ReadFailure.tsx';
import { useJointText } from '../text.ts';
import '../map/map.css';
import { usePagePaths } from '../../../runtime/flow/entry-path.ts';

/** A map among tiles: what lies where; the page itself has the layers, the list and what each place opens. */
export function MapTile({ page }: { readonly page: string }) {
  const text = useJointText();
  const read = useLoaded(`tile/${page}`, (signal) => fetchMap(page, undefined, signal));
  const path = usePagePaths()(page);
  const [chosen, setChosen] = useState<{ readonly layer: string; readonly id: string }>();
  const [plan, setPlan] = useState<MapBounds>();
  const { data } = read;
  const layers = useMemo(() => data?.layers ?? [], [data]);
  const points = useMemo(() => layers.filter(({ shape }) => shape === 'point').map(({ key }) => key), [layers]);
  if (data === undefined) {
    return read.error === undefined ? (
      <LoadingDelay loading rows={6} />
    ) : (
      <ReadFailure title={text('map.failed')} read={read} />
    );
  }
  if (layers.every(({ places, heaps = [] }) => places.length + heaps.length === 0)) {
    return <EmptyState title={text('map.empty')} />;
  }
  const layer = layers.find(({ key }) => key === chosen?.layer);
  const place = layer?.places.find(({ id }) => id === chosen?.id);
  return (
    <div className="anlan-dash-tile-map">
      <MapCanvas
        ground={data.ground}
        layers={layers}
        points={points}
        chosen={place?.id}
        fits={0}
        plan={plan}
        onPlan={setPlan}
        onChoose={(key, id) => setChosen({ layer: key, id })}
        onMove={undefined}
      />
      <p className="anlan-dash-tile-all">
        {place === undefined || layer === undefined ? null : (
          <span className="anlan-dash-tile-place">
            {layer.title}：<PlaceLink page={layer.page} id={place.id} name={place.name || text('map.unnamed')} />
          </span>
        )}
        {path === undefined ? null : <Link to={path}>{text('tile.map')}</Link>}
      </p>
    </div>
  );
}

function PlaceLink({ page, id, name }: { readonly page: string; readonly id: string; readonly name: string }) {
  const path = usePagePaths()(page);
  return path === undefined ? name : <Link to={`${path}/view/${encodeURIComponent(id)}`}>{name}</Link>;
}
