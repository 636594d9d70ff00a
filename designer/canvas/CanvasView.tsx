import { type MouseEvent, useEffect, useRef } from 'react';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import { FormPreview } from '../../src/runtime/preview/FormPreview.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { useGroupNames } from '../names/GroupNames.tsx';
import type { ViewProps } from '../view-props.ts';

/** The runtime's own form of what is designed; a press on a field chooses it. */
export function CanvasView({
  design: { entity },
  drafted: { page, stale },
  viewer,
  chosen,
  onViewer,
  onChoose,
}: ViewProps) {
  const { roleName } = useGroupNames();
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
  if (page === undefined) return <LoadingDelay loading rows={10} />;
  return (
    <div ref={place} className="anlan-ds-canvas" onClickCapture={choose}>
      <FormPreview
        page={page}
        subject={entity.entity}
        stale={stale}
        viewer={viewer}
        onViewer={onViewer}
        roleName={roleName}
      />
    </div>
  );
}
