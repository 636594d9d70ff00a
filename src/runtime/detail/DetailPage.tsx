import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { subscribeEvents } from '../../api/events.ts';
import { ApiError } from '../../api/faults.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { BlockedNote } from '../actions/BlockedNote.tsx';
import { RecalculationOffer } from '../actions/Recalculation.tsx';
import { RecordActions } from '../actions/RecordActions.tsx';
import { fetchRecord, operationOf } from '../calls/entity-calls.ts';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { ChildTables } from '../flow/ChildTables.tsx';
import { FlowRail } from '../flow/FlowRail.tsx';
import { StepBar } from '../flow/StepBar.tsx';
import { recordName } from '../model/record-view.ts';
import { DetailStatistics } from '../statistics/DetailStatistics.tsx';
import { runtimeText } from '../text.ts';
import { CurvePanel } from './curve/CurvePanel.tsx';
import { HistoryRail } from './HistoryRail.tsx';
import { RecordSections, type SoughtField } from './RecordSections.tsx';
import { RelatedLists } from './RelatedLists.tsx';
import { TreeBeside } from './TreeBeside.tsx';
import './detail.css';

type Answer = { readonly record: WireRecord } | { readonly missing: 'missing' | 'forbidden' };

interface DetailPageProps {
  readonly id: string;
  /** Whether it is the one record of its page. Default false. */
  readonly single?: boolean;
  /** Whether what stands around it says who it is. Default false. */
  readonly headless?: boolean;
}

/** One record: who it is, what can be done now, what it says, and what happened to it. */
export function DetailPage({ id, single = false, headless = false }: DetailPageProps) {
  const { page, open, changes, changed } = useEntityPage();
  const { model } = page;
  useLive(model.key, id, changed);
  const read = useLoaded<Answer>(`${model.key}/${id}/${changes}/${page.metadata.revision}`, async (signal) => {
    try {
      return { record: await fetchRecord(model, id, { page: page.page.code, signal, quiet: true }) };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { missing: 'missing' };
      if (error instanceof ApiError && error.status === 403) return { missing: 'forbidden' };
      throw error;
    }
  });
  // The one record of its page has no list to go back to.
  const back = single ? undefined : () => open({ kind: 'list' });
  const answer = read.data;
  if (read.error !== undefined) {
    return (
      <>
        <PageHeader title={model.title} onBack={back} />
        <PageContainer>
          <ErrorState title={runtimeText('detail.failed')} message={read.error} onRetry={read.retry} />
        </PageContainer>
      </>
    );
  }
  if (answer === undefined) {
    return (
      <>
        <PageHeader title={model.title} onBack={back} />
        <PageContainer>
          <LoadingDelay loading rows={8} />
        </PageContainer>
      </>
    );
  }
  if ('missing' in answer) {
    return (
      <PageContainer>
        <EmptyState
          reason={answer.missing === 'forbidden' ? 'forbidden' : 'none'}
          title={runtimeText(answer.missing === 'forbidden' ? 'page.forbidden' : 'detail.missing', {
            title: model.title,
          })}
          action={back && <Button onClick={back}>{runtimeText('page.back')}</Button>}
        />
      </PageContainer>
    );
  }
  return <Detail record={answer.record} onBack={back} headless={headless} />;
}

/** Milliseconds in which the events of one change are gathered. */
const GATHER = 200;

/** Shows what others do to the record meanwhile, without being asked. */
function useLive(entityKey: string, recordId: string, changed: () => void): void {
  const latest = useRef(changed);
  latest.current = changed;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = subscribeEvents(
      ({ topic }) => {
        if (topic !== 'record') return;
        clearTimeout(timer);
        timer = setTimeout(() => latest.current(), GATHER);
      },
      { records: [{ entityKey, recordId }] },
    );
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [entityKey, recordId]);
}

interface DetailProps {
  readonly record: WireRecord;
  readonly onBack: (() => void) | undefined;
  readonly headless: boolean;
}

function Detail({ record, onBack, headless }: DetailProps) {
  const { page, base, open } = useEntityPage();
  const { search } = useLocation();
  const phone = useIsPhone();
  const { model } = page;
  const [sought, setSought] = useState<SoughtField>();
  const transitions = Object.values(model.transitions);
  const flows = transitions.some(({ approve }) => approve !== undefined);
  const here = onBack === undefined ? base : screenPath(base, { kind: 'view', id: record.id });
  const from = `${here}${search}`;
  const onRemoved = onBack && (() => open({ kind: 'list' }, { replace: true }));
  const actions = <RecordActions record={record} variant="page" options={{ from, onRemoved }} />;
  return (
    <>
      {headless ? null : (
        <PageHeader
          title={recordName(page, record)}
          tags={<StateTag record={record} />}
          onBack={onBack}
          actions={!phone && actions}
        />
      )}
      <div className="anlan-detail-page">
        {transitions.length > 0 && Object.keys(model.states).length > 0 && <StepBar record={record} />}
        <div className="anlan-detail-tree">
          <TreeBeside record={record} />
        </div>
        <div className="anlan-detail-main">
          <RecalculationOffer />
          <BlockedNote record={record} onSeek={(key) => setSought({ key })} />
          {record.settling === true && <Alert type="info" showIcon message={runtimeText('detail.settling')} />}
          <RecordSections
            record={record}
            sought={sought}
            between={model.readings !== undefined && <CurvePanel record={record} readings={model.readings} />}
          />
          <ChildTables record={record} />
          <DetailStatistics record={record} />
          <RelatedLists record={record} />
        </div>
        {(flows || operationOf(model, 'history')) && (
          <aside className="anlan-detail-rail" aria-label={runtimeText('detail.history')}>
            {flows && <FlowRail record={record} />}
            {operationOf(model, 'history') && (
              <PageContainer>
                <HistoryRail record={record} />
              </PageContainer>
            )}
          </aside>
        )}
      </div>
      {phone && !headless && <div className="anlan-thumb">{actions}</div>}
    </>
  );
}

/** The record's state as a tag with its word. */
function StateTag({ record }: { record: WireRecord }) {
  const { page } = useEntityPage();
  const { status } = record;
  const state =
    typeof status === 'string' && Object.hasOwn(page.model.states, status) ? page.model.states[status] : undefined;
  if (state === undefined) return null;
  return <StatusTag text={state.title} color={state.color} grave={state.color === 'red'} />;
}
