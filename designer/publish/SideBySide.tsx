import { Button } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { FormPreview } from '../../src/runtime/preview/FormPreview.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { useDrafted } from '../canvas/useDrafted.ts';
import { usePublishText } from './texts.ts';

/** The runtime's form before and after, beside each other; drawn once it is asked for. */
export function SideBySide({ before, after }: { before: Entity; after: Entity }) {
  const text = usePublishText();
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {text(shown ? 'side.hide' : 'side.show')}
      </Button>
      {shown ? (
        <div className="anlan-pb-sides">
          <Side title={text('side.before')} entity={before} />
          <Side title={text('side.after')} entity={after} />
        </div>
      ) : null}
    </>
  );
}

function Side({ title, entity }: { title: string; entity: Entity }) {
  const { page, stale } = useDrafted(entity, null);
  const [viewer, setViewer] = useState<string>();
  return (
    <section aria-label={title}>
      <h4 className="anlan-ds-small">{title}</h4>
      {page === undefined ? (
        <LoadingDelay loading rows={6} />
      ) : (
        <FormPreview
          page={page}
          subject={`${entity.entity} ${title}`}
          stale={stale}
          viewer={viewer}
          onViewer={setViewer}
        />
      )}
    </section>
  );
}
