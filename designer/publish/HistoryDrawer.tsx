import { App, Button, Checkbox, Input } from 'antd';
import { memo, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { BEFORE_FIRST, type ComparedEntity, type DesignChange } from '../../src/core/wire/design.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { ErrorState } from '../../src/ui/ErrorState.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { RightDrawer } from '../../src/ui/RightDrawer.tsx';
import { StatusTag } from '../../src/ui/StatusTag.tsx';
import { fetchChanges, fetchComparison, fetchRollbackOutlook, rollBack } from '../session/design-calls.ts';
import { useDesignerText } from '../texts/texts.ts';
import { Compared } from './Compared.tsx';
import { ImpactTable } from './ImpactTable.tsx';
import { RightsTable } from './RightsTable.tsx';
import { usePublishText } from './texts.ts';
import { useChoices } from './useChoices.ts';

/** A place in the history: behind a change, or before the first. */
type Place = DesignChange | Pick<DesignChange, 'id' | 'title'>;

/** Who published a change when, of what and why, and what was done about records. */
function Told({ change }: { change: DesignChange }) {
  const text = useDesignerText();
  return (
    <>
      {change.rollbackTo === null ? null : <StatusTag text={text('history.rollback')} />}
      <p className="anlan-ds-quiet">
        {change.at.slice(0, 16)} · {change.userName} · {change.entities.map(({ title }) => title).join('、')}
      </p>
      {change.reason === '' ? null : <p>{change.reason}</p>}
      {change.choices.map((choice) => (
        <p key={choice} className="anlan-ds-quiet">
          {choice}
        </p>
      ))}
    </>
  );
}

/** What was published, the newest first, each with the way back to it, and to what was before. */
export const HistoryDrawer = memo(function HistoryDrawer({
  open,
  known,
  onBack,
  onClose,
}: {
  open: boolean;
  /** Entities by which what changed is named. */
  known: readonly Entity[];
  onBack(): void;
  onClose(): void;
}) {
  const text = useDesignerText();
  const { message } = App.useApp();
  const { data, error, retry } = useLoaded(open ? 'history' : undefined, () => fetchChanges());
  const [asked, setAsked] = useState<Place>();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [compared, setCompared] = useState<readonly ComparedEntity[]>();
  const publishing = usePublishText();
  const [stopped, setStopped] = useState(false);
  const outlook = useLoaded(stopped ? undefined : asked?.id, (signal) => fetchRollbackOutlook(asked?.id ?? '', signal));
  const chosen = useChoices(outlook.data?.impact);
  const back = async () => {
    if (asked === undefined) return;
    setBusy(true);
    try {
      await rollBack(asked.id, reason.trim(), chosen.made);
      void message.success(text('history.done'));
      setAsked(undefined);
      setReason('');
      onBack();
      chosen.clear();
    } catch (error) {
      // What was typed and chosen stays.
      void message.warning(chosen.tell(error)[0]);
    } finally {
      setBusy(false);
    }
  };
  const places: readonly Place[] =
    data === undefined || data.length === 0 ? [] : [...data, { id: BEFORE_FIRST, title: publishing('history.first') }];
  const compare = async () => {
    // The history has the newest first.
    const [to, from] = places.filter(({ id }) => marked.includes(id)).map(({ id }) => id);
    if (from !== undefined && to !== undefined) setCompared(await fetchComparison(from, to));
  };
  const mark = (id: string, isMarked: boolean) =>
    setMarked((known) => [...known.filter((other) => other !== id), ...(isMarked ? [id] : [])].slice(-2));
  return (
    <RightDrawer open={open} title={text('history')} width={520} onClose={onClose}>
      {error !== undefined ? <ErrorState message={error} onRetry={retry} /> : null}
      {data === undefined && error === undefined ? <LoadingDelay loading rows={6} /> : null}
      {data?.length === 0 ? <EmptyState reason="none" title={text('history.none')} /> : null}
      {places.length > 0 ? (
        <Button size="small" disabled={marked.length < 2} onClick={() => void compare()}>
          {publishing('compare')}
        </Button>
      ) : null}
      <ol className="anlan-ds-history">
        {places.map((place, index) => (
          <li key={place.id}>
            <div>
              <Checkbox
                aria-label={publishing('compare.mark', { title: place.title })}
                checked={marked.includes(place.id)}
                onChange={({ target }) => mark(place.id, target.checked)}
              />{' '}
              <strong>{place.title}</strong> {'at' in place ? <Told change={place} /> : null}
            </div>
            {index === 0 ? null : (
              <Button size="small" onClick={() => setAsked(place)}>
                {text('history.back')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Dialog
        open={asked !== undefined}
        title={
          asked?.id === BEFORE_FIRST
            ? publishing('history.ask.first')
            : text('history.ask', { title: asked?.title ?? '' })
        }
        okText={text('history.rollback')}
        width={640}
        busy={busy}
        onOk={() => void back()}
        onClose={() => {
          setAsked(undefined);
          setStopped(false);
        }}
      >
        <p>{text('history.consequence')}</p>
        {outlook.error === undefined ? null : <p className="anlan-ds-wrong">{outlook.error}</p>}
        {outlook.data === undefined ? null : <Compared entities={outlook.data.entities} known={known} />}
        {outlook.error === undefined ? (
          <ImpactTable
            impact={{ ...outlook, data: outlook.data?.impact }}
            choices={chosen.choices}
            faults={chosen.faults}
            onChoose={chosen.choose}
            stop={{ stopped, set: setStopped }}
          />
        ) : null}
        <RightsTable rights={outlook.data?.rights} />
        <label htmlFor="ds-rollback-reason">{text('history.reason')}</label>
        <Input.TextArea
          id="ds-rollback-reason"
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Dialog>
      <Dialog
        open={compared !== undefined}
        width={720}
        title={publishing('compare')}
        footer={null}
        onClose={() => setCompared(undefined)}
      >
        {compared?.length === 0 ? (
          <p>{publishing('compare.same')}</p>
        ) : (
          <Compared entities={compared ?? []} known={known} />
        )}
      </Dialog>
    </RightDrawer>
  );
});
