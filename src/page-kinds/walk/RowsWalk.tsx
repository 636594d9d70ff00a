import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { fetchWithChildren } from '../../runtime/calls/entity-calls.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { rowsOf } from '../../runtime/flow/child-rows.ts';
import { useKeepRead } from '../../runtime/kept/useKeepRead.ts';
import { useKeptAnswers, useOpened } from '../../runtime/kept/useKept.ts';
import { childPage, sortedRows } from '../../runtime/model/child-page.ts';
import { recordName } from '../../runtime/model/record-view.ts';
import { runtimeText } from '../../runtime/text.ts';
import { usePageAddress } from '../../runtime/usePageAddress.ts';
import { RecordTile } from '../../runtime/view/RecordTile.tsx';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { MOST_WALK_POINTS, type WalkSettings } from './definition.ts';
import { createRowForm } from './point-form.ts';
import { SignBar } from './SignBar.tsx';
import { TooMany } from './TooMany.tsx';
import { useWalkText } from './text.ts';
import { useWalkList } from './useWalkList.ts';
import { WalkPoints } from './WalkPoints.tsx';
import { isAnswered, pointsOf, rowPage } from './walk-model.ts';

/** Parameter of the address that says whose rows are gone through. */
const WALK_PARAMETER = '_walk';

/** Records whose rows are gone through, and the rows of the chosen one. */
export function RowsWalk({ settings }: { readonly settings: WalkSettings }) {
  const [search, setSearch] = usePageAddress();
  const chosen = search.get(WALK_PARAMETER);
  const choose = (id: string | undefined): void => {
    const next = new URLSearchParams(search);
    if (id === undefined) next.delete(WALK_PARAMETER);
    else next.set(WALK_PARAMETER, id);
    setSearch(next);
  };
  if (chosen === null) return <Records settings={settings} onChoose={choose} />;
  return <RecordWalk key={chosen} id={chosen} settings={settings} onBack={() => choose(undefined)} />;
}

function Records({ settings, onChoose }: { readonly settings: WalkSettings; readonly onChoose: (id: string) => void }) {
  const { page } = useEntityPage();
  const text = useWalkText();
  const view = useWalkList(settings);
  const answers = useKeptAnswers();
  const fields = page.columns.map(({ key }) => key).filter((key) => key !== page.model.label);
  return (
    <ViewFrame view={view} isEmpty={({ records }) => records.length === 0}>
      {({ records, more }) => (
        <>
          {more && <TooMany count={records.length} />}
          <ul className="anlan-walk-records">
            {inTurn(records, settings).map((record) => {
              const waiting = answers.filter(({ place }) => place === placeOf(page.page.code, record.id)).length;
              return (
                <li key={record.id} className="anlan-walk-record">
                  <RecordTile
                    record={record}
                    fields={fields.slice(0, 4)}
                    foot={
                      <Button
                        type={isMine(record, settings) ? 'primary' : 'default'}
                        size="large"
                        block
                        aria-label={text('begin.of', { name: recordName(page, record) })}
                        onClick={() => onChoose(record.id)}
                      >
                        {waiting > 0
                          ? text('waiting', { count: waiting })
                          : text(isMine(record, settings) ? 'begin' : 'look')}
                      </Button>
                    }
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </ViewFrame>
  );
}

/** Whether the person may end the walk of a record himself; what an older answer on the device does not say is his. */
const isMine = ({ abilities }: WireRecord, { sign }: WalkSettings): boolean =>
  sign === undefined || abilities === undefined || abilities[sign] === true;

/** What is the person's own to go through stands before what he may only look at. */
const inTurn = (records: readonly WireRecord[], settings: WalkSettings): readonly WireRecord[] =>
  records.toSorted((one, other) => Number(isMine(other, settings)) - Number(isMine(one, settings)));

const placeOf = (code: string, id: string): string => `${code}/${id}`;

interface RecordWalkProps {
  readonly id: string;
  readonly settings: WalkSettings;
  readonly onBack: () => void;
}

function RecordWalk({ id, settings, onBack }: RecordWalkProps) {
  const { page, me } = useEntityPage();
  const text = useWalkText();
  const { record, failure, retry } = useWalkedRecord(id, settings);
  const all = useKeptAnswers();
  const place = placeOf(page.page.code, id);
  const answers = useMemo(() => all.filter((answer) => answer.place === place), [all, place]);
  const child = childPage(page, settings.rows ?? '');
  const asked = useMemo(() => (child === undefined ? undefined : rowPage(child, settings.ask)), [child, settings]);
  const rows =
    record === undefined || child === undefined ? [] : sortedRows(child, rowsOf(record, child.model.key) ?? []);
  if (record === undefined || child === undefined || asked === undefined) {
    return failure === undefined ? (
      <LoadingDelay loading rows={8} />
    ) : (
      <ErrorState
        title={runtimeText('list.failed')}
        message={failure}
        onRetry={retry}
        extra={<Button onClick={onBack}>{text('back')}</Button>}
      />
    );
  }
  const points = pointsOf({
    page: child,
    records: rows.slice(0, MOST_WALK_POINTS),
    answers,
    by: settings.by,
    open: ({ abilities }) => abilities?.edit === true,
    answered: (row) => isAnswered(row, settings.ask),
  });
  return (
    <WalkPoints
      title={recordName(page, record)}
      parent={record}
      page={child}
      place={place}
      points={points}
      answers={answers}
      shows={settings.shows}
      offline={settings.offline}
      more={rows.length > MOST_WALK_POINTS}
      operation={{ kind: 'save' }}
      formOf={(point) => createRowForm({ page: asked, parent: record, point, ask: settings.ask, me })}
      foot={<SignBar record={record} settings={settings} place={place} points={points} answers={answers} />}
      onBack={onBack}
    />
  );
}

/** The record with its rows as the server has it, or as this device has kept it. It follows what goes up. */
function useWalkedRecord(
  id: string,
  { offline }: WalkSettings,
): { readonly record: WireRecord | undefined; readonly failure: string | undefined; readonly retry: () => void } {
  const { page, changes } = useEntityPage();
  const text = useWalkText();
  const name = `walk/${page.page.code}/${id}`;
  const [read, setRead] = useState<WireRecord>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const opened = useOpened<WireRecord>(name);
  const waiting = useKeptAnswers().length;
  const { read: readOpened } = opened;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken or changed is read again.
  useEffect(() => {
    const control = new AbortController();
    fetchWithChildren(page.model, id, { page: page.callPage, quiet: true, signal: control.signal }).then(
      (found) => {
        if (control.signal.aborted) return;
        setFailure(undefined);
        setRead(found);
      },
      async (error: unknown) => {
        if (control.signal.aborted) return;
        const away = error instanceof ApiError && error.status === 0;
        const kept = away ? await readOpened() : undefined;
        if (kept !== undefined) setFailure(undefined);
        else setFailure(away ? text('not.opened') : error instanceof Error ? error.message : String(error));
      },
    );
    return () => control.abort();
  }, [page.model, page.callPage, id, changes, attempt, waiting, readOpened]);
  useKeepRead(name, read, offline);
  return { record: read ?? opened.value, failure, retry: () => setAttempt((count) => count + 1) };
}
