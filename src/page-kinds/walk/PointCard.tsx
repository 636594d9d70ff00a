import { Button } from 'antd';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FieldServicesProvider, useFieldServices } from '../../field-types/field-services.ts';
import { uploadsRunning } from '../../field-types/upload/running-uploads.ts';
import { useActions } from '../../runtime/actions/ActionsProvider.tsx';
import { FieldGrid } from '../../runtime/detail/FieldGrid.tsx';
import { EntityContextProvider, useEntityPage } from '../../runtime/EntityContext.ts';
import { FormView, type FormViewHandle } from '../../runtime/form/FormView.tsx';
import { KeptRefusals } from '../../runtime/kept/KeptRefusals.tsx';
import { keptFieldServices } from '../../runtime/kept/kept-services.ts';
import { fieldValue, isBlank } from '../../runtime/model/record-view.ts';
import { runtimeText } from '../../runtime/text.ts';
import { Refusal } from '../../ui/Refusal.tsx';
import { PointTag } from './PointList.tsx';
import type { PointForm } from './point-form.ts';
import { useWalkText } from './text.ts';
import type { WalkPoint } from './walk-model.ts';
import type { WalkPointsProps } from './walk-props.ts';

interface PointCardProps extends WalkPointsProps {
  readonly point: WalkPoint;
  /** Where it stands among all, in words. */
  readonly position: string;
  readonly last: boolean;
  /** What was entered here before and not saved. */
  readonly draft: unknown;
  readonly onForm: (form: PointForm | undefined) => void;
  readonly onSave: (form: PointForm) => Promise<void>;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

/** One point: what it is, what is asked, and the big buttons. */
export function PointCard(props: PointCardProps) {
  const { point, position, page, shows, before, after, operation } = props;
  const around = useEntityPage();
  const context = useMemo(() => ({ ...around, page }), [around, page]);
  const fields = shows.flatMap((key) => {
    const field = page.model.field.get(key);
    return field === undefined || isBlank(fieldValue(field, point.record)) ? [] : [field];
  });
  // A step cannot be taken twice; a row may be answered anew while its answer is on its way.
  const asks =
    point.state === 'closed' ? false : operation.kind === 'save' || !['done', 'waiting'].includes(point.state);
  return (
    <article className="anlan-walk-point" data-testid="walk-point">
      <header>
        <span className="anlan-count">{position}</span>
        <PointTag state={point.state} />
      </header>
      <h2>{point.title}</h2>
      <EntityContextProvider value={context}>
        {fields.length > 0 && <FieldGrid fields={fields} record={point.record} columns={1} />}
      </EntityContextProvider>
      {asks ? <Asked {...props} /> : <Told {...props} />}
      {!asks && (
        <footer className="anlan-walk-foot">
          {before}
          {after}
        </footer>
      )}
    </article>
  );
}

/** What was answered, where nothing is asked any more, or why nothing can be. */
function Told({ point }: PointCardProps) {
  const text = useWalkText();
  const lines = point.answers.flatMap((one) => one.lines).filter((line) => line.text !== '');
  if (point.state === 'closed') {
    return <p className="anlan-empty">{text('closed.hint', { reason: text('closed.default') })}</p>;
  }
  return (
    <dl className="anlan-tile-lines">
      {lines.map((line) => (
        <div key={line.key}>
          <dt>{line.title}</dt>
          <dd>{line.text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Asked(props: PointCardProps) {
  const { point, page, operation, answers, last, draft, formOf, onForm, onSave, before, after } = props;
  const text = useWalkText();
  const { run } = useActions();
  const services = useFieldServices();
  const kept = useMemo(() => keptFieldServices(services, point.id), [services, point.id]);
  const id = useId();
  const views = useRef(new Map<string, FormViewHandle>());
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A form goes on from what it was opened with; what is read meanwhile is the next one's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once for each opening of the point.
  const form = useMemo(() => formOf(point), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form lives as long as the point is shown.
  useEffect(() => {
    onForm(form);
    if (draft !== undefined) form.restore(draft);
    const refused = point.answers.find((one) => one.refused !== undefined)?.refused;
    if (refused !== undefined) form.show(refused.errors);
    return () => form.dispose();
  }, [form]);
  const own = answers.filter(({ subject }) => subject === point.id);
  const online = operation.kind === 'step' && (operation.plan.scans === true || operation.plan.sited === true);
  const submit = async (): Promise<void> => {
    if (busy) return;
    setProblem(undefined);
    if (uploadsRunning()) {
      setProblem(runtimeText('form.uploading'));
      return;
    }
    const fault = form.check();
    if (fault !== undefined) {
      views.current.get(fault.part)?.reveal(fault.key);
      return;
    }
    setBusy(true);
    await onSave(form).finally(() => setBusy(false));
  };
  useSubmitKey(submit);
  return (
    <FieldServicesProvider value={kept}>
      <KeptRefusals answers={own} page={page} onEdit={() => document.getElementById(`${id}-form`)?.scrollIntoView()} />
      <div id={`${id}-form`}>
        {!online &&
          form.parts.map(({ key, engine }) => (
            <FormView
              key={key}
              ref={(handle) => {
                if (handle === null) views.current.delete(key);
                else views.current.set(key, handle);
              }}
              engine={engine}
              id={`${id}-${key}`}
              lazy={false}
            />
          ))}
      </div>
      <Refusal text={problem} />
      <footer className="anlan-walk-foot">
        {before}
        {online && operation.kind === 'step' ? (
          <Button type="primary" size="large" onClick={() => run(operation.plan, [point.record])}>
            {operation.plan.title}
          </Button>
        ) : (
          <Button type="primary" size="large" loading={busy} onClick={() => void submit()}>
            {text(last ? 'save.last' : 'save')}
          </Button>
        )}
        {after}
      </footer>
    </FieldServicesProvider>
  );
}

/** Ctrl+Enter saves and goes on, as it submits forms. */
function useSubmitKey(submit: () => Promise<void>): void {
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
