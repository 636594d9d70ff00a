import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed } from '../../src/core/overlay/address.ts';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { usePreviewed } from '../expression/previewed.ts';
import { useExpressionText } from '../expression/texts.ts';
import { sampleEdit, sampleOf } from './sample-of.ts';

/** Longest title of an example, in characters. */
const LONGEST = 500;

/** Keeps the values that the preview shows as an example of the entity, with what comes out of them. */
export function SaveSample({ entity, onAct }: { entity: Entity; onAct: (edits: readonly OverlayEdit[]) => unknown }) {
  const text = useExpressionText();
  const id = useId();
  const form = usePreviewed((state) => state.form);
  const [title, setTitle] = useState<string>();
  const { examples = [] } = entity;
  const save = () => {
    if (form === undefined || title === undefined || title.trim() === '') return;
    const { engine, environment } = form;
    const sample = sampleOf(engine.page, engine.values(), environment.now, title.trim());
    const names = addressed(entity).identities.of(examples);
    if (onAct([sampleEdit(entity, names.at(-1), sample)]) === undefined) setTitle(undefined);
  };
  return (
    <>
      <Button
        size="small"
        disabled={form === undefined}
        onClick={() => setTitle(text('sample.name', { count: examples.length + 1 }))}
      >
        {text('sample.save')}
      </Button>
      <Dialog
        open={title !== undefined}
        title={text('sample.save')}
        okText={text('sample.ok')}
        onOk={save}
        onClose={() => setTitle(undefined)}
      >
        <label htmlFor={id}>{text('sample.title')}</label>
        <Input
          id={id}
          maxLength={LONGEST}
          value={title ?? ''}
          onChange={(event) => setTitle(event.target.value)}
          onPressEnter={save}
        />
        <p className="anlan-ds-quiet">{text('sample.note')}</p>
      </Dialog>
    </>
  );
}
