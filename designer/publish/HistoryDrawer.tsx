import { App, Button, Input } from 'antd';
import { useState } from 'react';
import type { DesignChange } from '../../src/core/wire/design.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { ErrorState } from '../../src/ui/ErrorState.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { RightDrawer } from '../../src/ui/RightDrawer.tsx';
import { StatusTag } from '../../src/ui/StatusTag.tsx';
import { fetchChanges, rollBack } from '../session/design-calls.ts';
import { useDesignerText } from '../texts/texts.ts';

/** What was published, the newest first, each with the way back to it. */
export function HistoryDrawer({ open, onBack, onClose }: { open: boolean; onBack(): void; onClose(): void }) {
  const text = useDesignerText();
  const { message } = App.useApp();
  const { data, error, retry } = useLoaded(open ? 'history' : undefined, () => fetchChanges());
  const [asked, setAsked] = useState<DesignChange>();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const back = async () => {
    if (asked === undefined) return;
    setBusy(true);
    try {
      await rollBack(asked.id, reason.trim());
      void message.success(text('history.done'));
      setAsked(undefined);
      setReason('');
      onBack();
    } catch {
      // The person has been told why; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <RightDrawer open={open} title={text('history')} width={520} onClose={onClose}>
      {error !== undefined ? <ErrorState message={error} onRetry={retry} /> : null}
      {data === undefined && error === undefined ? <LoadingDelay loading rows={6} /> : null}
      {data?.length === 0 ? <EmptyState reason="none" title={text('history.none')} /> : null}
      <ol className="anlan-ds-history">
        {data?.map((change, index) => (
          <li key={change.id}>
            <div>
              <strong>{change.title}</strong>{' '}
              {change.rollbackTo === null ? null : <StatusTag text={text('history.rollback')} />}
              <p className="anlan-ds-quiet">
                {change.at.slice(0, 16)} · {change.userName} · {change.entities.map(({ title }) => title).join('、')}
              </p>
              {change.reason === '' ? null : <p>{change.reason}</p>}
            </div>
            {index === 0 ? null : (
              <Button size="small" onClick={() => setAsked(change)}>
                {text('history.back')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Dialog
        open={asked !== undefined}
        title={text('history.ask', { title: asked?.title ?? '' })}
        okText={text('history.rollback')}
        busy={busy}
        onOk={() => void back()}
        onClose={() => setAsked(undefined)}
      >
        <p>{text('history.consequence')}</p>
        <label htmlFor="ds-rollback-reason">{text('history.reason')}</label>
        <Input.TextArea
          id="ds-rollback-reason"
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Dialog>
    </RightDrawer>
  );
}
