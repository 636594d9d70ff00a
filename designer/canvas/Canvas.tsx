import { type MouseEvent, useEffect, useRef } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { FormPreview } from '../../src/runtime/preview/FormPreview.tsx';

/** The runtime's own form of what is designed; a press on a field chooses it. */
export function Canvas({
  page,
  entity,
  stale,
  viewer,
  chosen,
  onViewer,
  onChoose,
}: {
  page: EntityPageModel;
  entity: Entity;
  stale: boolean;
  viewer: string | undefined;
  chosen: OverlayAddress;
  onViewer(role: string | undefined): void;
  onChoose(at: OverlayAddress): void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const properties = entity.record.properties as unknown as Draft;
  const id = chosen[0] === 'record' ? chosen[2] : undefined;
  const key = id === undefined ? undefined : Object.keys(properties).find((other) => entryId(properties, other) === id);
  useEffect(() => {
    const marked =
      key === undefined ? null : (place.current?.querySelector(`[data-field="${CSS.escape(key)}"]`) ?? null);
    marked?.setAttribute('data-chosen', 'true');
    marked?.scrollIntoView({ block: 'nearest' });
    return () => marked?.removeAttribute('data-chosen');
  });
  const choose = (event: MouseEvent) => {
    const field = (event.target as HTMLElement).closest('[data-field]')?.getAttribute('data-field') ?? undefined;
    if (field !== undefined && Object.hasOwn(properties, field))
      onChoose(['record', 'properties', entryId(properties, field)]);
  };
  return (
    <div ref={place} className="anlan-ds-canvas" onClickCapture={choose}>
      <FormPreview page={page} subject={entity.entity} stale={stale} viewer={viewer} onViewer={onViewer} />
    </div>
  );
}
