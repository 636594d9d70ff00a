import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Refusal } from '../../ui/Refusal.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { FormView, type FormViewHandle } from '../form/FormView.tsx';
import { createFormEngine } from '../form/form-engine.ts';
import { faultKey } from '../form/form-faults.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { type RecordData, recordName } from '../model/record-view.ts';
import { SitePart } from '../site/SitePart.tsx';
import { useSiteStep } from '../site/useSiteStep.ts';
import { runtimeText } from '../text.ts';
import { askPage } from './ask-page.ts';

interface AskDialogProps {
  readonly plan: ActionPlan;
  readonly record: WireRecord | undefined;
  /** The first of several records, whose place stands for all. Default the record. */
  readonly first?: WireRecord | undefined;
  /** Number of records that it is about together; 1 by default. */
  readonly count?: number;
  /** Performs the action with the values; a rejection keeps the dialog open with its faults. */
  readonly onSubmit: (values: RecordData) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the fields of an action. */
export function AskDialog({ onSubmit, onClose, ...given }: AskDialogProps) {
  const around = useEntityPage();
  // The page is read anew while somebody types: the form goes on from what it was opened with.
  const [{ page, me, plan, record, first = given.record, count = 1 }] = useState({ ...given, ...around });
  const id = useId();
  const view = useRef<FormViewHandle>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const site = useSiteStep(plan, first);
  const engine = useMemo(() => {
    const asked = askPage(page, plan);
    return createFormEngine({ page: asked, initial: record, environment: browserEnvironment(asked, me) });
  }, [page, plan, record, me]);
  useEffect(() => () => engine.dispose(), [engine]);

  const submit = async (): Promise<void> => {
    const [fault] = engine.check('complete');
    if (fault !== undefined) {
      view.current?.reveal(faultKey(fault));
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const place = await site.place();
      await onSubmit({ ...engine.body(), ...place });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const homeless = engine.show(error.errors);
      setProblem(homeless.length > 0 || error.errors.length === 0 ? (homeless[0]?.msg ?? error.msg) : undefined);
      setBusy(false);
    }
  };

  const title =
    record === undefined
      ? count === 1
        ? plan.title
        : runtimeText('action.askMany', { action: plan.title, count, title: page.model.title })
      : runtimeText('action.ask', { action: plan.title, name: recordName(page, record) });
  return (
    <Dialog
      open
      title={title}
      width={560}
      busy={busy}
      danger={plan.danger}
      okText={plan.title}
      onOk={() => void submit()}
      onClose={onClose}
    >
      {plan.confirm && <p>{plan.confirm}</p>}
      <SitePart proof={site.proof} disabled={busy} />
      <FormView ref={view} engine={engine} id={id} lazy={false} />
      <Refusal text={problem} />
    </Dialog>
  );
}
