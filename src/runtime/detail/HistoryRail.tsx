import { Button, Timeline } from 'antd';
import { useState } from 'react';
import { withAside } from '../../core/text/punctuate.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { HistoryEntry } from '../../core/wire/operations.ts';
import { FileTiles } from '../../field-types/upload/FileTile.tsx';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { CollapsibleList } from '../../ui/CollapsibleList.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { toMinutes } from '../../ui/to-minutes.ts';
import { Unbroken } from '../../ui/Unbroken.tsx';
import { fetchHistory } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { runtimeText } from '../text.ts';

/** Entries shown before the rest is asked for, and then at most. */
const FIRST = 10;
const MOST = 200;

/** What happened to a record: who, when, and each field from what to what. */
export function HistoryRail({ record }: { record: WireRecord }) {
  const { page } = useEntityPage();
  const [size, setSize] = useState(FIRST);
  const read = useLoaded(`${record.id}/${record.version}/${record.status ?? ''}/${size}`, (signal) =>
    fetchHistory(page.model, record.id, size, { page: page.page.code, signal, quiet: true }),
  );
  const total = read.data?.total ?? 0;
  return (
    <>
      <h2 className="anlan-section-title">{runtimeText('detail.history')}</h2>
      {read.error !== undefined ? (
        <ErrorState title={runtimeText('detail.history.failed')} message={read.error} onRetry={read.retry} />
      ) : (
        <LoadingDelay loading={read.data === undefined} rows={4}>
          {total === 0 ? (
            <p className="anlan-empty">{runtimeText('detail.history.empty')}</p>
          ) : (
            <Timeline
              items={(read.data?.records ?? []).map((entry) => ({ key: entry.id, content: <Entry entry={entry} /> }))}
            />
          )}
          {total > size && size < MOST && (
            <Button type="link" size="small" loading={read.loading} onClick={() => setSize(MOST)}>
              {runtimeText('detail.history.more', { count: total })}
            </Button>
          )}
        </LoadingDelay>
      )}
    </>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { changes, userName, behalfOf } = entry;
  return (
    <div className="anlan-history">
      <div>
        <strong>{behalfOf === null ? userName : withAside(userName, behalfOf)}</strong> {entry.actionLabel}
      </div>
      <time className="anlan-count">{entry.time.slice(0, 16)}</time>
      {changes.length > 0 && (
        <CollapsibleList
          items={changes}
          itemKey={(change) => change.field}
          render={(change) => (
            <>
              <span className="anlan-history-field">{change.title}</span>
              <Unbroken text={changeText(change)} />
              {change.photo && <FileTiles files={[change.photo]} />}
            </>
          )}
          rest={(count) => runtimeText('detail.history.rest', { count })}
        />
      )}
    </div>
  );
}

function changeText(change: HistoryEntry['changes'][number]): string {
  const from = toMinutes(change.from);
  const to = toMinutes(change.to);
  // What was empty before only says what it is now.
  if (from === '') return to;
  return runtimeText('detail.history.change', { from, to: to || runtimeText('detail.empty') });
}
