import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useAccess } from '../../../api/access.ts';
import { menuLeaves } from '../../../api/menu-tree.ts';
import type { MapLayerAnswer, MapPlace } from '../../../core/wire/joint.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useJointText } from '../text.ts';

/** A place that is looked at. */
export interface ChosenPlace {
  readonly layer: MapLayerAnswer;
  readonly place: MapPlace;
}

interface PlaceCardProps {
  readonly chosen: ChosenPlace;
  readonly onClose: () => void;
}

/** What a press on a place says, and where it leads. */
export function PlaceCard({ chosen: { layer, place }, onClose }: PlaceCardProps) {
  const text = useJointText();
  const menu = useAccess((state) => state.menu);
  const paths = useMemo(() => new Map(menuLeaves(menu).map(({ code, path }) => [code, path])), [menu]);
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place that is chosen is read out.
  useEffect(() => card.current?.focus(), [place.id]);
  const own = paths.get(layer.page);
  const name = place.name || text('map.unnamed');
  return (
    <section
      ref={card}
      className="anlan-map-card"
      tabIndex={-1}
      aria-label={`${layer.title} ${name}`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header>
        <span className="anlan-map-card-layer">{layer.title}</span>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={text('map.close')} onClick={onClose} />
      </header>
      <p className="anlan-map-card-name">
        {name} {place.grade === undefined ? null : <StatusTag text={place.grade.text} color={place.grade.color} />}
      </p>
      <ul>
        {own === undefined ? null : (
          <li>
            <Link to={`${own}/view/${encodeURIComponent(place.id)}`}>{text('map.open')}</Link>
          </li>
        )}
        {layer.opens.map(({ key, title, page, by }) => {
          const path = paths.get(page);
          return path === undefined ? null : (
            <li key={key}>
              <Link to={`${path}?${new URLSearchParams({ [by]: place.id })}`}>{title}</Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
