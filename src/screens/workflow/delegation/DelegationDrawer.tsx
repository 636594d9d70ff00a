import { App, Button, Input } from 'antd';
import { useId, useMemo, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { plantTime } from '../../../api/plant-clock.ts';
import type { Delegation } from '../../../core/wire/approval.ts';
import { DATE_TIME_FORMAT } from '../../../field-types/date-range.tsx';
import { DatePicker, pickerDate } from '../../../field-types/pickers.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { PeopleField } from '../../../runtime/flow/CopyField.tsx';
import { PlainServices } from '../../../runtime/flow/RecordScope.tsx';
import type { CopyReceiver } from '../../../runtime/flow/transition-draft.ts';
import { PlainItem } from '../../../runtime/form/PlainItem.tsx';
import { createSubmitKeys } from '../../../runtime/form/submit-key.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { RightDrawer } from '../../../ui/RightDrawer.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { workflowText } from '../texts.ts';
import { fetchDelegations, removeDelegation, saveDelegation } from './delegation-calls.ts';
import '../../../runtime/form/form.css';
import '../../../runtime/flow/flow.css';

type FieldName = 'delegateId' | 'startTime' | 'endTime' | 'reason';

/** Longest reason of a delegation. */
const REASON_LENGTH = 200;

/** The person's delegations: a new one above, those made before below. */
export function DelegationDrawer({ onClose }: { onClose: () => void }) {
  const [round, setRound] = useState(0);
  const again = () => setRound((count) => count + 1);
  const read = useLoaded(`delegations ${round}`, fetchDelegations);
  return (
    <RightDrawer open title={workflowText('delegation.title')} onClose={onClose}>
      <p className="anlan-hint">{workflowText('delegation.hint')}</p>
      <PlainServices>
        <NewDelegation key={round} onSaved={again} />
      </PlainServices>
      <h2 className="anlan-section-title anlan-delegations-title">{workflowText('delegation.list')}</h2>
      {read.error !== undefined ? (
        <ErrorState title={workflowText('delegation.failed')} message={read.error} onRetry={read.retry} />
      ) : (
        <LoadingDelay loading={read.data === undefined} rows={3}>
          {read.data?.length === 0 ? (
            <p className="anlan-empty">{workflowText('delegation.none')}</p>
          ) : (
            <ul className="anlan-delegations">
              {(read.data ?? []).map((delegation) => (
                <Entry key={delegation.id} delegation={delegation} onRemoved={again} />
              ))}
            </ul>
          )}
        </LoadingDelay>
      )}
    </RightDrawer>
  );
}

function NewDelegation({ onSaved }: { onSaved: () => void }) {
  const { message } = App.useApp();
  const id = useId();
  const keys = useMemo(createSubmitKeys, []);
  const [person, setPerson] = useState<CopyReceiver>();
  const [times, setTimes] = useState({ startTime: plantTime(), endTime: '' });
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Partial<Record<FieldName | '', string>>>({});
  const [busy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    const found = {
      ...(person === undefined ? { delegateId: workflowText('delegation.toRequired') } : {}),
      ...(times.startTime === '' ? { startTime: workflowText('delegation.fromRequired') } : {}),
      ...(times.endTime === '' ? { endTime: workflowText('delegation.untilRequired') } : {}),
    };
    setFaults(found);
    if (busy || person === undefined || Object.keys(found).length > 0) return;
    const delegation = { delegateId: person.id, ...times, reason: reason.trim() };
    setBusy(true);
    try {
      await saveDelegation(delegation, keys.keyOf('delegation', delegation));
      keys.answered();
      void message.success(workflowText('delegation.saved'));
      onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) keys.answered();
      const named = Object.fromEntries(error.errors.map(({ pointer, msg }) => [pointer.slice(1), msg]));
      setFaults(error.errors.length > 0 ? named : { '': error.msg });
      setBusy(false);
    }
  };
  const time = (name: 'startTime' | 'endTime', title: string) => (
    <PlainItem id={`${id}-${name}`} title={title} required fault={faults[name]}>
      <DatePicker
        id={`${id}-${name}`}
        className="anlan-wide"
        value={pickerDate(times[name])}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        status={faults[name] === undefined ? '' : 'error'}
        onChange={(day) => setTimes((before) => ({ ...before, [name]: day ? day.format(DATE_TIME_FORMAT) : '' }))}
      />
    </PlainItem>
  );
  return (
    <div className="anlan-vote">
      <PlainItem id={`${id}-to`} title={workflowText('delegation.to')} required fault={faults.delegateId}>
        <PeopleField
          id={`${id}-to`}
          title={workflowText('delegation.to')}
          limit={1}
          chosen={person === undefined ? [] : [person]}
          invalid={faults.delegateId !== undefined}
          onChange={([first]) => setPerson(first)}
        />
      </PlainItem>
      {time('startTime', workflowText('delegation.from'))}
      {time('endTime', workflowText('delegation.until'))}
      <PlainItem id={`${id}-reason`} title={workflowText('delegation.reason')} fault={faults.reason}>
        <Input
          id={`${id}-reason`}
          maxLength={REASON_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </PlainItem>
      <Refusal text={faults['']} />
      <div className="anlan-vote-bar">
        <Button type="primary" loading={busy} onClick={() => void save()}>
          {workflowText('delegation.save')}
        </Button>
      </div>
    </div>
  );
}

function Entry({ delegation, onRemoved }: { delegation: Delegation; onRemoved: () => void }) {
  const { message, modal } = App.useApp();
  const { delegateName, startTime, endTime, reason, ended } = delegation;
  const coming = startTime > plantTime();
  const state = ended ? 'ended' : coming ? 'coming' : 'running';
  const remove = () =>
    modal.confirm({
      title: workflowText('delegation.removeTitle', { name: delegateName }),
      content: workflowText('delegation.removeHint'),
      okText: workflowText('delegation.remove'),
      okButtonProps: { danger: true },
      async onOk() {
        await removeDelegation(delegation.id);
        void message.success(workflowText('delegation.removed'));
        onRemoved();
      },
    });
  return (
    <li className="anlan-delegation">
      <div className="anlan-delegation-head">
        <strong>{delegateName}</strong>
        <StatusTag
          text={workflowText(`delegation.${state}`)}
          color={{ ended: 'grey', coming: 'blue', running: 'green' }[state]}
        />
        {!ended && (
          <Button type="link" size="small" onClick={remove}>
            {workflowText('delegation.remove')}
          </Button>
        )}
      </div>
      <div className="anlan-count">
        {workflowText('delegation.period', { from: startTime.slice(0, 16), until: endTime.slice(0, 16) })}
      </div>
      {reason && <div>{reason}</div>}
    </li>
  );
}
