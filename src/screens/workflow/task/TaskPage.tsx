import { Alert, Button } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { subscribeEvents } from '../../../api/events.ts';
import { ApiError } from '../../../api/faults.ts';
import { listed, sentences, titled, withAside } from '../../../core/text/punctuate.ts';
import type { ApproveInfo, DiagramNode, FlowDiagram, FlowHistory } from '../../../core/wire/approval.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { RecordSections } from '../../../runtime/detail/RecordSections.tsx';
import { ChildTables } from '../../../runtime/flow/ChildTables.tsx';
import { FlowLevels } from '../../../runtime/flow/FlowRail.tsx';
import { FlowSteps } from '../../../runtime/flow/FlowSteps.tsx';
import {
  fetchApproveInfo,
  fetchFlowDiagram,
  fetchFlowHistory,
  markCopyRead,
  type RequestOf,
} from '../../../runtime/flow/flow-calls.ts';
import { personName, REQUEST_COLOURS } from '../../../runtime/flow/flow-words.ts';
import { ProposalTable } from '../../../runtime/flow/ProposalTable.tsx';
import { PlainServices, RecordPageButton, RecordScope } from '../../../runtime/flow/RecordScope.tsx';
import { flowText } from '../../../runtime/flow/text.ts';
import { VotePanel } from '../../../runtime/flow/VotePanel.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { refreshCounts } from '../counts.ts';
import { workflowText } from '../texts.ts';
import '../../../runtime/runtime.css';
import '../../../runtime/form/form.css';
import '../../../runtime/flow/flow.css';
import '../workflow.css';
import { lazyPiece } from '../../../ui/lazy-piece.tsx';

// The library of diagrams comes only when one is shown.
const FlowDiagramView = lazyPiece(() =>
  import('../../../runtime/flow/FlowDiagramView.tsx').then((module) => module.FlowDiagramView),
);

interface TaskAnswer {
  readonly info: ApproveInfo;
  readonly history: FlowHistory | undefined;
  readonly diagram: FlowDiagram | null;
  readonly states: FlowDiagram;
}

/** A task, or a request in which the person has none: what is asked, the record, who decided, and the decision. */
export function TaskPage() {
  const { pathname } = useLocation();
  const id = decodeURIComponent((useParams()['*'] ?? '').replace(/\/+$/, ''));
  const navigate = useNavigate();
  const isTask = !pathname.startsWith('/workflow/request');
  const of: RequestOf = isTask ? { taskId: id } : { requestId: id };
  const [round, setRound] = useState(0);
  const read = useLoaded<TaskAnswer | null>(`${pathname} ${id} ${round}`, async (signal) => {
    try {
      const [info, histories, diagrams] = await Promise.all([
        fetchApproveInfo(of, signal),
        fetchFlowHistory(of, signal),
        fetchFlowDiagram(of, signal),
      ]);
      return { info, history: histories[0], diagram: diagrams.request, states: diagrams.states };
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
      throw error;
    }
  });
  const again = () => setRound((count) => count + 1);
  const back = () => void navigate(isTask ? '/workflow/todo' : '/workflow/sent');
  if (read.error !== undefined && read.data === undefined) {
    return (
      <>
        <PageHeader title={flowText('vote.title')} onBack={back} />
        <PageContainer>
          <ErrorState title={workflowText('task.failed')} message={read.error} onRetry={read.retry} />
        </PageContainer>
      </>
    );
  }
  if (read.data === undefined) {
    return (
      <>
        <PageHeader title={flowText('vote.title')} onBack={back} />
        <PageContainer>
          <LoadingDelay loading rows={8} />
        </PageContainer>
      </>
    );
  }
  if (read.data === null) {
    return (
      <PageContainer>
        <EmptyState
          title={workflowText('task.missing')}
          action={<Button onClick={back}>{workflowText('task.back')}</Button>}
        />
      </PageContainer>
    );
  }
  return <Task answer={read.data} onChanged={again} onBack={back} />;
}

interface TaskProps {
  readonly answer: TaskAnswer;
  readonly onChanged: () => void;
  readonly onBack: () => void;
}

function Task({ answer, onChanged, onBack }: TaskProps) {
  const { info, history } = answer;
  const { entity, recordId, requestId } = info;
  const navigate = useNavigate();
  const latest = useRef(onChanged);
  latest.current = onChanged;

  // Another may decide while this page is open; it shows so without being asked.
  useEffect(
    () =>
      subscribeEvents(
        ({ topic }) => {
          if (topic === 'tasks' || topic === 'record') latest.current();
        },
        { records: [{ entityKey: entity, recordId }] },
      ),
    [entity, recordId],
  );
  useEffect(() => {
    // Whoever has no copy marks none; that it fails costs only the mark.
    markCopyRead(requestId).then(
      () => void refreshCounts(),
      () => undefined,
    );
  }, [requestId]);

  const scoped = (
    <>
      <PageHeader
        title={info.recordTitle}
        tags={<StatusTag text={info.statusLabel} color={REQUEST_COLOURS[info.status]} />}
        purpose={`${info.entityTitle} · ${workflowText('task.submittedBy', {
          who: info.openedByName,
          time: info.openedAt.slice(0, 16),
          title: info.transitionTitle,
        })}`}
        onBack={onBack}
        actions={<RecordPageButton codes={info.pages} recordId={recordId} />}
      />
      <div className="anlan-task">
        <Outcome info={info} history={history} onTodo={() => void navigate('/workflow/todo')} />
        <div className="anlan-task-body">
          <div className="anlan-task-main">
            <PageContainer>
              <h2 className="anlan-section-title">{titled(flowText('proposal.title'), info.transitionTitle)}</h2>
              <ProposalTable proposal={info.proposal} changes={info.changes} />
            </PageContainer>
            <RecordPart info={info} />
            <Diagrams answer={answer} />
          </div>
          <div className="anlan-task-rail">
            <PageContainer>
              <h2 className="anlan-section-title">{workflowText('task.levels')}</h2>
              <FlowLevels levels={(answer.diagram?.nodes ?? []).filter(({ type }) => type === 'level')} />
            </PageContainer>
            {history && (
              <PageContainer>
                <h2 className="anlan-section-title">{workflowText('task.history')}</h2>
                <FlowSteps history={history} />
              </PageContainer>
            )}
          </div>
        </div>
        {info.status === 'open' && (
          <div className="anlan-task-bar">
            <VotePanel
              key={`${info.taskId ?? ''}/${String(info.mayVote)}`}
              info={info}
              onDone={() => {
                onChanged();
                void refreshCounts();
              }}
            />
          </div>
        )}
      </div>
    </>
  );
  return <PlainServices>{scoped}</PlainServices>;
}

/** What has become of the request, where nothing is left for this person to decide. */
function Outcome({
  info,
  history,
  onTodo,
}: {
  info: ApproveInfo;
  history: FlowHistory | undefined;
  onTodo: () => void;
}) {
  if (info.mayVote) {
    const said = [
      ...(info.behalfOf === null ? [] : [workflowText('task.behalf', { who: info.behalfOf })]),
      ...(info.added === null ? [] : [info.added]),
    ];
    return said.length === 0 ? null : <Alert type="info" showIcon title={said.reduce(sentences)} />;
  }
  const decided = history?.steps.findLast(({ action, time }) => time !== null && DECIDING.has(action));
  const line =
    decided?.time === undefined || decided.time === null
      ? ''
      : workflowText('task.decided', {
          who: decided.behalfOf === null ? decided.userName : withAside(decided.userName, decided.behalfOf),
          time: decided.time.slice(0, 16),
          action: decided.actionLabel,
        });
  const state =
    info.status === 'open' ? workflowText('task.notYours') : workflowText('task.closed', { status: info.statusLabel });
  return (
    <Alert
      type={info.status === 'granted' ? 'success' : info.status === 'rejected' ? 'warning' : 'info'}
      showIcon
      role="status"
      title={line === '' ? state : sentences(line, state)}
      action={
        info.taskId !== null && (
          <Button size="small" onClick={onTodo}>
            {workflowText('task.toTodo')}
          </Button>
        )
      }
    />
  );
}

const DECIDING: ReadonlySet<string> = new Set([
  'pass',
  'reject',
  'transfer',
  'addSigner',
  'revoked',
  'terminated',
  'cancelled',
]);

/** Who stands in a level, and when he decided. */
function timedName(person: DiagramNode['people'][number]): string {
  const name = personName(person);
  return person.time === null ? name : `${name} ${person.time.slice(0, 16)}`;
}

function RecordPart({ info }: { info: ApproveInfo }) {
  const { record, page } = info;
  if (record === null) {
    return (
      <PageContainer>
        <EmptyState title={workflowText('task.recordMissing')} />
      </PageContainer>
    );
  }
  const forbidden = (
    <PageContainer>
      <EmptyState reason="forbidden" title={workflowText('task.recordForbidden')} />
    </PageContainer>
  );
  if (page === null) return forbidden;
  return (
    <RecordScope code={page} otherwise={forbidden}>
      <RecordSections record={record} />
      <ChildTables record={record} />
    </RecordScope>
  );
}

/** The course of the request as a picture, and as text for whoever cannot see it. */
function Diagrams({ answer }: { answer: TaskAnswer }) {
  const { diagram, states } = answer;
  const [shown, setShown] = useState<'request' | 'states'>(diagram === null ? 'states' : 'request');
  const current = shown === 'request' && diagram !== null ? diagram : states;
  const tabs = [...(diagram === null ? [] : (['request'] as const)), 'states' as const];
  return (
    <PageContainer>
      <div className="anlan-children-head">
        <h2 className="anlan-section-title">{flowText('diagram.title')}</h2>
        <div>
          {tabs.map((tab) => (
            <Button
              key={tab}
              size="small"
              type={tab === shown ? 'primary' : 'text'}
              aria-pressed={tab === shown}
              onClick={() => setShown(tab)}
            >
              {workflowText(`task.${tab}`)}
            </Button>
          ))}
        </div>
      </div>
      <Suspense fallback={<LoadingDelay loading rows={4} />}>
        <FlowDiagramView key={shown} diagram={current} />
      </Suspense>
      <details className="anlan-flow-steps">
        <summary>{flowText('diagram.list')}</summary>
        <ol>
          {current.nodes.map((node) => (
            <li key={node.id}>
              {node.title}
              {node.people.length > 0 && titled('', listed(node.people.map(timedName)))}
              {current.edges
                .filter(({ source, title }) => source === node.id && title !== '')
                .map((edge) => {
                  const target = current.nodes.find(({ id }) => id === edge.target)?.title ?? '';
                  return (
                    <span key={edge.id} className="anlan-count">
                      {` ${edge.title} → ${target}`}
                    </span>
                  );
                })}
            </li>
          ))}
        </ol>
      </details>
    </PageContainer>
  );
}
