import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import type { MapLayerAnswer, MapPlace } from '../../../core/wire/joint.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useJointText } from '../text.ts';
import type { MapBounds } from './MapCanvas.tsx';

/** Places of a layer that are listed; more are found by their name. */
const LISTED = 100;

interface PlaceListProps {
  readonly layers: readonly MapLayerAnswer[];
  /** How far the plan reaches; undefined where there is none. */
  readonly plan: MapBounds | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (layer: string, id: string) => void;
  /** What stands above them. */
  readonly children?: ReactNode;
}

/** The places of the map in words. */
export function PlaceList({ layers, plan, chosen, onChoose, children }: PlaceListProps) {
  const text = useJointText();
  const [wanted, want] = useState('');
  return (
    <aside className="anlan-map-list" aria-label={text('map.places')}>
      {children}
      <PageContainer>
        <Input
          type="search"
          prefix={<SearchOutlined aria-hidden />}
          allowClear
          aria-label={text('map.filter')}
          placeholder={text('map.filter')}
          value={wanted}
          onChange={({ target }) => want(target.value)}
        />
        {layers.map((layer) => (
          <Places
            key={layer.key}
            layer={layer}
            plan={plan}
            wanted={wanted.trim()}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </PageContainer>
    </aside>
  );
}

interface PlacesProps extends Omit<PlaceListProps, 'layers' | 'children'> {
  readonly layer: MapLayerAnswer;
  readonly wanted: string;
}

function Places({ layer, plan, wanted, chosen, onChoose }: PlacesProps) {
  const text = useJointText();
  const { places, heaps, more } = layer;
  const found = wanted === '' ? places : places.filter(({ name }) => name.includes(wanted));
  const outside = plan === undefined ? 0 : places.filter((place) => !liesOn(plan, place)).length;
  const total = heaps?.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label={layer.title}>
      <h2 className="anlan-map-list-title">{layer.title}</h2>
      {total === undefined ? null : <p className="anlan-map-note">{text('map.heaps', { count: total })}</p>}
      {outside > 0 ? <p className="anlan-map-note">{text('map.outside', { count: outside })}</p> : null}
      {more === true ? <p className="anlan-map-note">{text('map.more', { count: places.length })}</p> : null}
      {total === undefined && found.length === 0 ? <EmptyState title={text('map.empty')} /> : null}
      <ul>
        {found.slice(0, LISTED).map(({ id, name, grade }) => (
          <li key={id}>
            <button
              type="button"
              className="anlan-plain anlan-map-place"
              aria-pressed={id === chosen}
              onClick={() => onChoose(layer.key, id)}
            >
              <span>{name || text('map.unnamed')}</span>
              {grade === undefined ? null : <StatusTag text={grade.text} color={grade.color} />}
            </button>
          </li>
        ))}
      </ul>
      {found.length > LISTED ? (
        <p className="anlan-map-note">{text('map.cut', { count: found.length - LISTED })}</p>
      ) : null}
    </section>
  );
}

/** Whether any of a place lies where the plan does. */
const liesOn = ([west, south, east, north]: MapBounds, { corners }: MapPlace): boolean =>
  corners.some(([lng, lat]) => lng >= west && lng <= east && lat >= south && lat <= north);
