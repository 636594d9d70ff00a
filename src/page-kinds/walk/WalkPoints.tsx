import { LeftOutlined, RightOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { App, Button, Drawer, Progress } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keptOwner } from '../../api/kept/kept-owner.ts';
import { keepAndSend, keptChanged, sendKept } from '../../api/kept/kept-sender.ts';
import { DeviceFullError, sendAgain } from '../../api/kept/kept-store.ts';
import { newKey } from '../../api/new-key.ts';
import { deviceMoment } from '../../api/plant-clock.ts';
import { KEPT_KEY } from '../../core/wire/kept-answer.ts';
import { operationOfAction } from '../../runtime/actions/perform-action.ts';
import { callToKeep, MissingOperationError, requiredOperation } from '../../runtime/calls/entity-calls.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { LeaveGuard } from '../../runtime/form/LeaveGuard.tsx';
import { KeptBar } from '../../runtime/kept/KeptBar.tsx';
import { useKeptText } from '../../runtime/kept/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useLasting } from '../../ui/useLasting.ts';
import { PointCard } from './PointCard.tsx';
import { PointList } from './PointList.tsx';
import type { PointForm } from './point-form.ts';
import { TooMany } from './TooMany.tsx';
import { useWalkText } from './text.ts';
import { firstOpen, type WalkPoint } from './walk-model.ts';
import type { PointOperation, WalkPointsProps } from './walk-props.ts';

/** Points one after the other with what is kept of them, a list to jump by, and keys. */
export function WalkPoints(props: WalkPointsProps) {
  return props.points.length === 0 ? <Empty {...props} /> : <Points {...props} />;
}

function Empty({ title, answers, onBack }: WalkPointsProps) {
  const text = useWalkText();
  return (
    <>
      {title !== undefined && <PageHeader title={title} onBack={onBack} />}
      <KeptBar answers={answers} />
      <EmptyState title={text('none')} />
    </>
  );
}

function Points(props: WalkPointsProps) {
  const { title, points, answers, offline, more, foot, onBack, onTaken } = props;
  const text = useWalkText();
  const kept = useKeptText();
  const { message } = App.useApp();
  const around = useEntityPage();
  const [at, setAt] = useState(() => firstOpen(points));
  const [listed, setListed] = useState(false);
  const drafts = useRef(new Map<string, unknown>());
  const form = useRef<PointForm>(undefined);
  const top = useRef<HTMLDivElement>(null);
  const index = Math.min(at, Math.max(0, points.length - 1));
  const point = points[index];
  const done = points.filter(({ state }) => state === 'done' || state === 'waiting').length;
  useTaken(answers.length, onTaken);

  const go = useLasting((next: number): void => {
    if (next < 0 || next >= points.length) return;
    const current = form.current;
    // What was entered and not saved is there again when one comes back.
    if (point !== undefined && current?.isDirty() === true) drafts.current.set(point.id, current.snapshot());
    setListed(false);
    setAt(next);
    top.current?.scrollIntoView({ block: 'start' });
  });
  const save = async (given: PointForm): Promise<void> => {
    if (point === undefined) return;
    try {
      if (!offline && !navigator.onLine) throw new Error(kept('no.network'));
      if (given.says()) {
        await keepPoint(props, point, given, around.page.callPage);
        void message.success(kept(navigator.onLine ? 'kept.sending' : 'kept'), 1.5);
      }
      drafts.current.delete(point.id);
      if (index + 1 < points.length) {
        form.current = undefined;
        go(index + 1);
      }
    } catch (error) {
      const full = error instanceof DeviceFullError;
      const reason = full
        ? kept('full')
        : error instanceof Error && error.message !== ''
          ? error.message
          : kept('no.storage');
      void message.error({ content: reason, duration: 8 });
    }
  };
  useStepKeys(index, go);
  const steps = (
    <div className="anlan-walk" ref={top}>
      <LeaveGuard isDirty={() => form.current?.isDirty() === true || drafts.current.size > 0} />
      <KeptBar answers={answers} />
      {more && <TooMany count={points.length} />}
      <div className="anlan-walk-head">
        <Progress percent={Math.round((done / points.length) * 100)} showInfo={false} size="small" />
        <span data-testid="walk-progress">{text('progress', { done, count: points.length })}</span>
        <Button icon={<UnorderedListOutlined />} onClick={() => setListed(true)}>
          {text('list')}
        </Button>
      </div>
      {point !== undefined && (
        <PointCard
          key={`${point.id} ${point.answers.map(({ key }) => key).join(' ')}`}
          {...props}
          point={point}
          position={text('point.of', { number: index + 1, count: points.length })}
          last={index + 1 === points.length}
          draft={drafts.current.get(point.id)}
          onForm={(made) => {
            form.current = made;
          }}
          onSave={save}
          before={
            <StepButton icon={<LeftOutlined />} title={text('previous')} to={index - 1} points={points} onGo={go} />
          }
          after={<StepButton icon={<RightOutlined />} title={text('next')} to={index + 1} points={points} onGo={go} />}
        />
      )}
      {foot}
    </div>
  );
  return (
    <>
      {title === undefined ? (
        steps
      ) : (
        <>
          <PageHeader title={title} onBack={onBack} />
          <PageContainer>{steps}</PageContainer>
        </>
      )}
      <Drawer open={listed} title={text('list')} placement="bottom" size="70vh" onClose={() => setListed(false)}>
        <PointList points={points} at={index} onChoose={go} />
      </Drawer>
    </>
  );
}

interface StepButtonProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly to: number;
  readonly points: readonly WalkPoint[];
  readonly onGo: (index: number) => void;
}

function StepButton({ icon, title, to, points, onGo }: StepButtonProps) {
  return (
    <Button
      size="large"
      className="anlan-walk-step"
      icon={icon}
      title={title}
      aria-label={title}
      disabled={to < 0 || to >= points.length}
      onClick={() => onGo(to)}
    />
  );
}

/** Keeps the answer of a point: in the place of one that was refused, else behind all others. */
async function keepPoint(
  { page, place, operation }: WalkPointsProps,
  point: WalkPoint,
  form: PointForm,
  callPage: string | undefined,
): Promise<void> {
  const owner = keptOwner();
  if (owner === undefined) throw new Error('');
  const { call, body } = callOfPoint(page, operation, form.body(), callPage);
  const key = `${KEPT_KEY}${newKey()}`;
  const said = { key, body, values: form.values(), lines: form.lines(), deviceTime: deviceMoment() };
  const refused = point.answers.find((one) => one.refused !== undefined);
  if (refused !== undefined) {
    await sendAgain(refused.key, said);
    keptChanged();
    void sendKept();
    return;
  }
  await keepAndSend({ ...said, owner, place, subject: point.id, title: point.title, call, last: false });
}

function callOfPoint(
  page: WalkPointsProps['page'],
  operation: PointOperation,
  input: Readonly<Record<string, unknown>>,
  callPage: string | undefined,
) {
  if (operation.kind === 'save')
    return callToKeep(page.model, requiredOperation(page.model, 'save'), input, page.callPage);
  const found = operationOfAction(page.model, operation.plan);
  if (found === undefined) throw new MissingOperationError(page.model.key, operation.plan.key);
  return callToKeep(page.model, found, input, callPage);
}

/** Tells when fewer answers wait than before: the server has taken one. */
function useTaken(waiting: number, onTaken: (() => void) | undefined): void {
  const before = useRef(waiting);
  const tell = useLasting(() => onTaken?.());
  useEffect(() => {
    if (waiting < before.current) tell();
    before.current = waiting;
  }, [waiting, tell]);
}

/** Arrow keys go from point to point where nothing is being entered. */
function useStepKeys(index: number, go: (next: number) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (
        target instanceof HTMLElement &&
        target.closest('input, textarea, select, [contenteditable], [role="dialog"]')
      )
        return;
      if (event.key === 'ArrowLeft') go(index - 1);
      if (event.key === 'ArrowRight') go(index + 1);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [index, go]);
}
