import { App, Button } from 'antd';
import { keptOwner } from '../../api/kept/kept-owner.ts';
import { keepAndSend } from '../../api/kept/kept-sender.ts';
import { DeviceFullError } from '../../api/kept/kept-store.ts';
import type { KeptAnswer } from '../../api/kept/kept-types.ts';
import { newKey } from '../../api/new-key.ts';
import { deviceMoment } from '../../api/plant-clock.ts';
import { type ActionPlan, permittedActions, recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { KEPT_KEY } from '../../core/wire/kept-answer.ts';
import { useActions } from '../../runtime/actions/ActionsProvider.tsx';
import { operationOfAction } from '../../runtime/actions/perform-action.ts';
import { callToKeep } from '../../runtime/calls/entity-calls.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { KeptRefusals } from '../../runtime/kept/KeptRefusals.tsx';
import { useKeptText } from '../../runtime/kept/text.ts';
import { useOnline } from '../../runtime/kept/useKept.ts';
import { recordName } from '../../runtime/model/record-view.ts';
import type { WalkSettings } from './definition.ts';
import { useWalkText } from './text.ts';
import type { WalkPoint } from './walk-model.ts';

interface SignBarProps {
  readonly record: WireRecord;
  readonly settings: WalkSettings;
  readonly place: string;
  readonly points: readonly WalkPoint[];
  readonly answers: readonly KeptAnswer[];
}

/** What can be done with the record itself: begin it, and in the end sign it, also behind answers that still wait. */
export function SignBar({ record, settings, place, points, answers }: SignBarProps) {
  const { page, can } = useEntityPage();
  const { run, busy } = useActions();
  const { message } = App.useApp();
  const text = useWalkText();
  const kept = useKeptText();
  const online = useOnline();
  const plans = recordActions(permittedActions(page.toolbar.row, can), record.abilities).filter(
    ({ kind }) => kind === 'transition',
  );
  const left = points.filter(({ state }) => state === 'open').length;
  const signed = answers.find(({ subject }) => subject === record.id);
  const waits = answers.length > 0 || !online;

  const keep = async (plan: ActionPlan): Promise<void> => {
    const operation = operationOfAction(page.model, plan);
    const owner = keptOwner();
    if (operation === undefined || owner === undefined) return;
    const key = `${KEPT_KEY}${newKey()}`;
    const input = { id: record.id, version: record.version };
    try {
      await keepAndSend({
        ...callToKeep(page.model, operation, input, page.callPage),
        ...{ key, owner, place, subject: record.id, title: `${recordName(page, record)} ${plan.title}` },
        ...{ values: {}, lines: [], last: true, deviceTime: deviceMoment() },
      });
      void message.success(text('sign.kept', { action: plan.title }));
    } catch (error) {
      void message.error(kept(error instanceof DeviceFullError ? 'full' : 'no.storage'));
    }
  };
  if (plans.length === 0 && signed === undefined) return null;
  return (
    <div className="anlan-walk-sign">
      <KeptRefusals
        answers={answers.filter(({ subject }) => subject === record.id)}
        page={page}
        onEdit={() => undefined}
      />
      {signed !== undefined && signed.refused === undefined && <p>{text('sign.kept', { action: signed.title })}</p>}
      {plans.map((plan) => {
        const sign = plan.key === settings.sign;
        const queued =
          sign && waits && settings.offline && asksNothing(plan, page.model.transitions[plan.key]?.approve);
        const blocked = waits && !queued;
        return (
          <div key={plan.key}>
            <Button
              block
              size="large"
              type={(sign && left === 0) || points.every(({ state }) => state === 'closed') ? 'primary' : 'default'}
              danger={plan.danger}
              loading={busy(plan, record)}
              disabled={blocked || (sign && signed !== undefined)}
              onClick={() => (queued ? void keep(plan) : run(plan, [record]))}
            >
              {plan.title}
            </Button>
            {blocked && <p className="anlan-hint">{text('sign.waits', { action: plan.title })}</p>}
            {sign && !blocked && left > 0 && <p className="anlan-hint">{text('sign.left', { count: left })}</p>}
          </div>
        );
      })}
    </div>
  );
}

/** Whether a step can be sent later as it is pressed now. */
function asksNothing(plan: ActionPlan, approve: unknown): boolean {
  const { asks, writes, scans, sited } = plan;
  return asks.length === 0 && writes === undefined && scans !== true && sited !== true && approve === undefined;
}
