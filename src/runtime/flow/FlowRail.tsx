import { Button, Collapse } from 'antd';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { titled } from '../../core/text/punctuate.ts';
import type { DiagramNode, FlowHistory } from '../../core/wire/approval.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { runtimeText } from '../text.ts';
import { FlowSteps } from './FlowSteps.tsx';
import { fetchFlowDiagram, fetchFlowHistory } from './flow-calls.ts';
import { modeWords, personName, personState, REQUEST_COLOURS, taskPath } from './flow-words.ts';
import { awaitedSteps, namesText } from './next-step.ts';
import { flowText } from './text.ts';
import './flow.css';

/** Where the flow of a record stands, who is next, and what was decided before. */
export function FlowRail({ record }: { record: WireRecord }) {
  const { page, changes } = useEntityPage();
  const { model } = page;
  const read = useLoaded(`${model.key}/${record.id}/${record.version}/${changes}`, async (signal) => {
    const histories = await fetchFlowHistory({ entity: model.key, id: record.id }, signal);
    const open = histories.filter(({ status }) => status === 'open');
    const diagrams = await Promise.all(open.map(({ requestId }) => fetchFlowDiagram({ requestId }, signal)));
    const levels = new Map(
      open.map(({ requestId }, index) => [
        requestId,
        (diagrams[index]?.request?.nodes ?? []).filter(({ type }) => type === 'level'),
      ]),
    );
    return { histories, levels };
  });
  const histories = read.data?.histories ?? [];
  const open = histories.filter(({ status }) => status === 'open');
  const past = histories.filter(({ status }) => status !== 'open').toReversed();
  // Where the record stands is told by its step bar; without a request there is nothing more to tell.
  if (read.error === undefined && histories.length === 0) return null;
  return (
    <PageContainer>
      <section aria-label={flowText('rail.title')} className="anlan-flow">
        <h2 className="anlan-section-title">{flowText('rail.title')}</h2>
        {read.error !== undefined ? (
          <ErrorState title={flowText('rail.failed')} message={read.error} onRetry={read.retry} />
        ) : (
          <>
            {open.map((history) => (
              <OpenRequest
                key={history.requestId}
                history={history}
                levels={read.data?.levels.get(history.requestId)}
              />
            ))}
            {past.length > 0 && (
              <Collapse
                ghost
                size="small"
                className="anlan-flow-past"
                items={past.map((history) => ({
                  key: history.requestId,
                  label: (
                    <>
                      {history.transitionTitle}{' '}
                      <StatusTag text={history.statusLabel} color={REQUEST_COLOURS[history.status]} />
                    </>
                  ),
                  children: <FlowSteps history={history} />,
                }))}
              />
            )}
          </>
        )}
      </section>
    </PageContainer>
  );
}

interface OpenRequestProps {
  readonly history: FlowHistory;
  readonly levels: readonly DiagramNode[] | undefined;
}

/** A request that is voted on: its levels with who has decided and who is next, and the way to the person's own task. */
function OpenRequest({ history, levels = [] }: OpenRequestProps) {
  const userId = useSession((state) => state.userInfo?.userId);
  const waiting = awaitedSteps(history);
  const mine = waiting.find((step) => step.userId !== null && step.userId === userId);
  const [submitted] = history.steps;
  const since = waiting[0]?.arrivedAt;
  return (
    <div className="anlan-flow-open">
      <div className="anlan-flow-head">
        <strong>{history.transitionTitle}</strong>
        <StatusTag text={history.statusLabel} color={REQUEST_COLOURS[history.status]} />
      </div>
      {submitted?.time && (
        <p className="anlan-count">
          {flowText('rail.by', { who: submitted.userName, time: submitted.time.slice(0, 16) })}
        </p>
      )}
      {waiting.length > 0 && (
        <p>
          {titled(flowText('rail.next'), '')}
          <strong>{namesText(waiting.map(({ userName }) => userName))}</strong>
          {since && <span className="anlan-count"> {flowText('rail.since', { time: since.slice(0, 16) })}</span>}
        </p>
      )}
      <FlowLevels levels={levels} />
      {mine && (
        <Link to={taskPath(mine.id)}>
          <Button type="primary" block>
            {flowText('rail.decide')}
          </Button>
        </Link>
      )}
      <details className="anlan-flow-steps">
        <summary>{runtimeText('detail.history.unfold')}</summary>
        <FlowSteps history={history} />
      </details>
    </div>
  );
}

/** Levels of a request in order, each with its people and how each decided. */
export function FlowLevels({ levels }: { levels: readonly DiagramNode[] }) {
  if (levels.length === 0) return null;
  return (
    <ol className="anlan-flow-levels">
      {levels.map((level, index) => (
        <li key={level.id} data-state={level.state} aria-current={level.state === 'current' ? 'step' : undefined}>
          <div>
            {flowText('rail.level', { number: index + 1, title: level.title })}
            {level.mode && level.people.length > 1 && <span className="anlan-count"> {modeWords(level)}</span>}
          </div>
          <ul>
            {level.people.map((person, place) => (
              <li key={`${person.userId}/${String(place)}`}>
                {personName(person)} <span className="anlan-count">{personState(person)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
