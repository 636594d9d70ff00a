import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { keepRead, keptInstead } from '../../../api/kept/kept-reads.ts';
import type { WirePage, WireRecord } from '../../../core/wire/contract.ts';
import { fetchRecords } from '../../../runtime/calls/entity-calls.ts';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { examText, useExamText } from './exam-text.ts';
import { SheetState } from './SheetState.tsx';
import { attemptText, examName } from './sheet-facts.ts';
import './exam.css';

/** Sheets that are shown; older ones are found on the list of sheets. */
const MOST = 50;
const KEPT = 'exam/mine';

/** The person's exams: those to take first, with the way into each. */
export function MyExams() {
  const text = useExamText();
  const { answer, failure, forbidden, retry } = useMine();
  if (forbidden) return <EmptyState reason="forbidden" title={text('mine')} />;
  if (failure !== undefined) return <ErrorState title={text('mine.failed')} message={failure} onRetry={retry} />;
  const records = answer?.records ?? [];
  const isOpen = ({ status }: WireRecord) => status === '0' || status === '1';
  return (
    <>
      <PageHeader title={text('mine')} />
      <LoadingDelay loading={answer === undefined} rows={6}>
        {records.length === 0 ? (
          <PageContainer>
            <EmptyState title={text('mine.none')} description={text('mine.none.hint')} />
          </PageContainer>
        ) : (
          <>
            <Sheets title={text('mine.open')} records={records.filter(isOpen)} />
            <Sheets title={text('mine.done')} records={records.filter((one) => !isOpen(one))} />
          </>
        )}
      </LoadingDelay>
    </>
  );
}

function Sheets({ title, records }: { readonly title: string; readonly records: readonly WireRecord[] }) {
  const { open } = useEntityPage();
  const text = useExamText();
  if (records.length === 0) return null;
  return (
    <section className="anlan-exam-list" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {records.map((record) => {
          const act = record.status === '0' ? 'enter' : record.status === '1' ? 'continue' : 'result';
          return (
            <li key={record.id} className="anlan-exam-card">
              <div className="anlan-exam-card-head">
                <h3>{examName(record)}</h3>
                <SheetState record={record} />
              </div>
              <dl className="anlan-exam-facts">
                <div>
                  <dt>{text('window')}</dt>
                  <dd>
                    {text('window.between', {
                      from: String(record.windowStart).slice(0, 16),
                      to: String(record.windowEnd).slice(0, 16),
                    })}
                  </dd>
                </div>
                {typeof record.duration === 'number' && (
                  <div>
                    <dt>{text('duration')}</dt>
                    <dd>{text('minutes', { count: record.duration })}</dd>
                  </div>
                )}
                <div>
                  <dt>{text('attempt')}</dt>
                  <dd>{attemptText(record)}</dd>
                </div>
                {typeof record.totalScore === 'number' && (
                  <div>
                    <dt>{text('over.score')}</dt>
                    <dd>{text('points', { count: record.totalScore })}</dd>
                  </div>
                )}
              </dl>
              <Button
                type={act === 'result' ? 'default' : 'primary'}
                size="large"
                aria-label={text(`${act}.of`, { name: examName(record) })}
                onClick={() => open({ kind: 'view', id: record.id })}
              >
                {text(act)}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The person's sheets as the server has them, or as this device kept them. */
function useMine() {
  const { page, changes } = useEntityPage();
  const [answer, setAnswer] = useState<WirePage<WireRecord>>();
  const [failure, setFailure] = useState<string>();
  const [forbidden, setForbidden] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed is read again.
  useEffect(() => {
    const control = new AbortController();
    const query = { current: 1, size: MOST };
    fetchRecords(page.model, query, { page: page.callPage, quiet: true, signal: control.signal })
      .then(
        (found) => {
          void keepRead(KEPT, found).catch(() => undefined);
          return found;
        },
        (error: unknown) => keptInstead<WirePage<WireRecord>>(KEPT, error),
      )
      .then(setAnswer)
      .then(() => setFailure(undefined))
      .catch((error: unknown) => {
        if (control.signal.aborted) return;
        setForbidden(error instanceof ApiError && error.status === 403);
        setFailure(error instanceof Error ? error.message : examText('mine.failed'));
      });
    return () => control.abort();
  }, [page.model, page.callPage, changes, attempt]);
  return { answer, failure, forbidden, retry: () => setAttempt((count) => count + 1) };
}
