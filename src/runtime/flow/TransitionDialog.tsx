import { Alert, Button } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { formFields } from '../../compile/form/form-schema.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { GeoPoint } from '../../core/geo/polygon.ts';
import type { ScanModel, TransitionModel } from '../../core/model/entity-model.ts';
import { listed } from '../../core/text/punctuate.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { findPlace } from '../../ui/place/find-place.ts';
import { placeText } from '../../ui/place/text.ts';
import { Refusal } from '../../ui/Refusal.tsx';
import { RightDrawer } from '../../ui/RightDrawer.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { FieldGrid } from '../detail/FieldGrid.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { FormView, type FormViewHandle } from '../form/FormView.tsx';
import { LostNotice } from '../form/LostNotice.tsx';
import { fieldValue, isBlank, recordName } from '../model/record-view.ts';
import { ScanPart, scannedBody } from '../scan/ScanPart.tsx';
import { SitePart } from '../site/SitePart.tsx';
import { useSiteStep } from '../site/useSiteStep.ts';
import { runtimeText } from '../text.ts';
import { CopyField } from './CopyField.tsx';
import { flowText } from './text.ts';
import { type SendTransition, type TransitionController, useTransitionController } from './useTransitionController.ts';
import '../detail/detail.css';
import './flow.css';

/** Fields above which a form is a drawer rather than a dialog. */
const DIALOG_FIELDS = 4;
/** Width of a dialog in which a table is entered. */
const WITH_ROWS = 1040;

interface TransitionDialogProps {
  readonly plan: ActionPlan;
  readonly record: WireRecord;
  /** Child entity of which a row is written. */
  readonly writes: string | undefined;
  /** Whether it is approved, so that copies can be sent. */
  readonly approved: boolean;
  /** What was scanned already. Default nothing. */
  readonly scanned?: string | undefined;
  readonly send: SendTransition;
  readonly onClose: () => void;
}

/** Asks for what a transition needs: fields of the record, the row that it writes, copies. */
export function TransitionDialog(props: TransitionDialogProps) {
  const { plan, record, writes, approved, scanned = '', send, onClose } = props;
  const { page } = useEntityPage();
  const scan = Object.hasOwn(page.model.transitions, plan.key) ? page.model.transitions[plan.key]?.scan : undefined;
  const [code, setCode] = useState(scanned);
  const site = useSiteStep(plan, record);
  const id = useId();
  const phone = useIsPhone();
  const views = { record: useRef<FormViewHandle>(null), row: useRef<FormViewHandle>(null) };
  const controller = useTransitionController({
    plan,
    record,
    writes,
    send: async (body, key) => {
      const place = await site.place();
      if (scan === undefined) return send({ ...body, ...place }, key);
      const read = scannedBody(code);
      const scanned = read === undefined ? undefined : { ...read, ...(await placeOf(scan)) };
      return send({ ...body, ...place, ...(scanned === undefined ? {} : { scan: scanned }) }, key);
    },
    onFault: ({ part, key }) => views[part].current?.reveal(key),
  });
  const { form, busy, submit } = controller;
  const count = [form.record, form.row].reduce((sum, part) => sum + (part ? formFields(part.page.form).length : 0), 0);
  const title = runtimeText('action.ask', { action: plan.title, name: recordName(page, record) });

  // A table needs its columns beside each other.
  const hasRows = plan.asks.some(({ field }) => page.model.field.get(field)?.columns !== undefined);

  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    // Before the page below, whose own form may listen for the same keys.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);

  const content = (
    <>
      {plan.confirm && <p>{plan.confirm}</p>}
      {approved && <p className="anlan-hint">{approvalHint(page.model.transitions[plan.key])}</p>}
      {scan !== undefined && <ScanPart id={`${id}-scan`} scan={scan} value={code} onChange={setCode} disabled={busy} />}
      <SitePart proof={site.proof} disabled={busy} />
      <ShownFields plan={plan} record={record} />
      <Restored controller={controller} />
      {controller.lost.length > 0 && <LostNotice lost={controller.lost} />}
      {form.row && <FormView ref={views.row} engine={form.row} id={`${id}-row`} lazy={false} />}
      {form.row && form.record && (
        <h2 className="anlan-section-title">{flowText('ask.recordPart', { title: page.model.title })}</h2>
      )}
      {form.record && <FormView ref={views.record} engine={form.record} id={`${id}-record`} lazy={false} />}
      {approved && (
        <div className="anlan-asks">
          <CopyField id={`${id}-copies`} chosen={controller.copies} onChange={controller.setCopies} disabled={busy} />
        </div>
      )}
      <Refusal text={controller.problem} />
      {controller.kept && (
        <p className="anlan-hint" role="status">
          {flowText(controller.kept.where === 'server' ? 'ask.kept' : 'ask.keptHere', {
            time: controller.kept.time.slice(11, 16),
          })}
        </p>
      )}
    </>
  );

  if (count > DIALOG_FIELDS || (phone && count > 0)) {
    return (
      <RightDrawer
        open
        title={title}
        onClose={onClose}
        footer={
          <div className="anlan-ask-footer">
            <Button disabled={busy} onClick={onClose}>
              {flowText('ask.cancel')}
            </Button>
            <Button type="primary" danger={plan.danger} loading={busy} onClick={submit}>
              {plan.title}
            </Button>
          </div>
        }
      >
        {content}
      </RightDrawer>
    );
  }
  return (
    <Dialog
      open
      title={title}
      width={hasRows ? WITH_ROWS : 600}
      busy={busy}
      danger={plan.danger}
      okText={plan.title}
      onOk={submit}
      onClose={onClose}
    >
      {content}
    </Dialog>
  );
}

/** Where the person is who scans, where that is compared; why the machine does not say it is told as the server would. */
async function placeOf({ within }: ScanModel): Promise<{ readonly place?: GeoPoint }> {
  if (within === undefined) return {};
  const found = await findPlace();
  if ('missing' in found) throw new ApiError({ status: 400, msg: placeText(`missing.${found.missing}`) });
  return { place: { lng: found.lng, lat: found.lat } };
}

/** Who decides before it takes effect, where that is the same for every record. */
function approvalHint(transition: TransitionModel | undefined): string {
  const { levels = [], from } = transition?.approval ?? {};
  const known = from === undefined && levels.length > 0 && levels.every(({ when }) => when === undefined);
  if (!known) return flowText('ask.approval');
  return flowText('ask.approvalBy', { levels: listed(levels.map(({ title }) => title)) });
}

/** What the transition's metadata puts above what it asks, without what is empty or hidden from this person. */
function ShownFields({ plan, record }: Pick<TransitionDialogProps, 'plan' | 'record'>) {
  const { page, access } = useEntityPage();
  const transition = Object.hasOwn(page.model.transitions, plan.key) ? page.model.transitions[plan.key] : undefined;
  const fields = (transition?.shows ?? []).flatMap((key) => {
    const field = page.model.field.get(key);
    return field === undefined || access(key, record) === 'hidden' || isBlank(fieldValue(field, record)) ? [] : [field];
  });
  if (fields.length === 0) return null;
  return (
    <div className="anlan-ask-shown">
      <FieldGrid fields={fields} record={record} columns={2} />
    </div>
  );
}

function Restored({ controller }: { controller: TransitionController }) {
  if (controller.restoredAt === undefined) return null;
  return (
    <Alert
      className="anlan-ask-restored"
      type="info"
      showIcon
      title={flowText('ask.restored', { time: controller.restoredAt.slice(5, 16) })}
      action={
        <Button size="small" type="link" onClick={controller.clear}>
          {flowText('ask.clear')}
        </Button>
      }
    />
  );
}
