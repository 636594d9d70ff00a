import { CheckOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import type { AwaitedStep, CourseStage, RecordCourse } from '../../core/wire/approval.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useEntityPage } from '../EntityContext.ts';
import { Deadline } from './Deadline.tsx';
import { fetchCourse } from './flow-calls.ts';
import { namesText } from './next-step.ts';
import { StepElsewhere } from './StepElsewhere.tsx';
import { flowText } from './text.ts';
import './step-bar.css';

/** Fewer stages than this are no way: the state beside the title says as much. */
const LEAST = 2;

/** The way of a record through its states: what was done, by whom and when, who is awaited now, and what comes next. */
export function StepBar({ record }: { record: WireRecord }) {
  const { page, changes } = useEntityPage();
  const { model } = page;
  const read = useLoaded(`${model.key}/${record.id}/${record.version}/${changes}`, (signal) =>
    fetchCourse({ entity: model.key, id: record.id }, signal),
  );
  if (read.error !== undefined) {
    return (
      <PageContainer>
        <ErrorState title={flowText('course.failed')} message={read.error} onRetry={read.retry} />
      </PageContainer>
    );
  }
  if (read.data !== undefined && read.data.stages.length < LEAST && read.data.awaited.length === 0) return null;
  return (
    <PageContainer>
      <section className="anlan-course" aria-label={flowText('course.title')}>
        <LoadingDelay loading={read.data === undefined} rows={2}>
          {read.data && <Course course={read.data} record={record} />}
        </LoadingDelay>
      </section>
    </PageContainer>
  );
}

function Course({ course, record }: { course: RecordCourse; record: WireRecord }) {
  const { stages, awaited, since } = course;
  const phone = useIsPhone();
  const id = useId();
  const [open, setOpen] = useState(false);
  const at = stages.findIndex(({ place }) => place === 'now');
  const now = stages[at];
  const next = stages[at + 1];
  // Where nothing comes and nobody is waited for, the way is done.
  const ended = next === undefined && awaited.length === 0;
  return (
    <>
      {phone && now && (
        <div className="anlan-course-brief">
          <span className="anlan-count">{flowText('course.place', { number: at + 1, count: stages.length })}</span>
          <strong aria-current="step">{now.title}</strong>
          {next && (
            <span className="anlan-count">
              {flowText('course.ahead')} {next.title}
            </span>
          )}
        </div>
      )}
      {(!phone || open) && <Stages id={id} stages={stages} upright={phone} ended={ended} />}
      {awaited.length > 0 && <Awaited awaited={awaited} since={since} record={record} />}
      {phone && stages.length > 1 && (
        <Button
          type="link"
          size="small"
          className="anlan-course-fold"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {flowText(open ? 'course.less' : 'course.all')}
        </Button>
      )}
    </>
  );
}

interface StagesProps {
  readonly id: string;
  readonly stages: readonly CourseStage[];
  readonly upright: boolean;
  readonly ended: boolean;
}

function Stages({ id, stages, upright, ended }: StagesProps) {
  const list = useRef<HTMLOListElement>(null);
  const here = useRef<HTMLLIElement>(null);
  const at = stages.findIndex(({ place }) => place === 'now');
  useEffect(() => {
    // A long way begins where the record stands, with the step behind it still in sight.
    if (!upright && list.current && here.current && at > 0) {
      list.current.scrollLeft = here.current.offsetLeft - list.current.offsetLeft - here.current.offsetWidth;
    }
  }, [at, upright]);
  return (
    <ol
      id={id}
      ref={list}
      className="anlan-course-stages"
      data-upright={upright || undefined}
      data-ended={ended || undefined}
    >
      {stages.map((stage) => (
        <li
          key={stage.state}
          ref={stage.place === 'now' ? here : undefined}
          data-place={stage.place}
          aria-current={stage.place === 'now' ? 'step' : undefined}
        >
          <span className="anlan-course-mark" aria-hidden>
            {(stage.place === 'done' || (ended && stage.place === 'now')) && <CheckOutlined />}
          </span>
          <span className="anlan-course-title">{stage.action ?? stage.title}</span>
          {stage.userName !== null && (
            <span className="anlan-course-who anlan-count">
              {stage.userName} <time>{stage.time?.slice(5, 16)}</time>
            </span>
          )}
          {stage.site !== null && <span className="anlan-course-who anlan-count">{stage.site}</span>}
        </li>
      ))}
    </ol>
  );
}

interface AwaitedProps {
  readonly awaited: readonly AwaitedStep[];
  readonly since: string | null;
  readonly record: WireRecord;
}

/** Who has to do what now, since when and until when. */
function Awaited({ awaited, since, record }: AwaitedProps) {
  const userId = useSession((state) => state.userInfo?.userId);
  return (
    <ul className="anlan-course-now">
      {awaited.map((step) => {
        const { kind, transition, title, people, groups, since: from, until, after } = step;
        const mine = people.some(({ id }) => id === userId);
        const names = people.length === 0 ? groups : people.map(({ realName }) => realName);
        const time = from ?? since;
        return (
          <li key={`${kind}/${transition}/${title}`} data-mine={mine || undefined}>
            <span>
              {flowText('course.do', { title })}
              <strong>{mine ? flowText('course.mine') : flowText('course.waits', { people: namesText(names) })}</strong>
            </span>
            {time && <span className="anlan-count">{flowText('course.since', { time: time.slice(5, 16) })}</span>}
            {until && (
              <span>
                {flowText('course.until')} <Deadline deadline={until} open />
              </span>
            )}
            {after && <span className="anlan-count">{after}</span>}
            {mine && <StepElsewhere step={step} record={record} />}
          </li>
        );
      })}
    </ul>
  );
}
