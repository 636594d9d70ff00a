import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import type { ApproveInfo } from '../../core/wire/approval.ts';
import type { ViewField } from '../../field-types/field-view.ts';
import { signatureOf } from '../../field-types/signature/definition.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { Refusal } from '../../ui/Refusal.tsx';
import { PlainItem } from '../form/PlainItem.tsx';
import { SitePart } from '../site/SitePart.tsx';
import { OPINION_LENGTH } from './check-ballot.ts';
import { askSigner, revokeRequest, terminateRequest, transferTask } from './flow-calls.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { receiverMisfit } from './receivers.ts';
import { type RequestAct, requestActs } from './request-acts.ts';
import { flowText } from './text.ts';
import { useVoteController } from './useVoteController.ts';

/** Files of a decision, at most. */
const FILES: ViewField = {
  key: 'files',
  title: flowText('vote.files'),
  property: { title: flowText('vote.files'), field: 'upload', type: 'array', maxItems: 9 },
  target: undefined,
  multiple: true,
};

const SIGNATURE: ViewField = {
  key: 'signature',
  title: flowText('vote.signature'),
  property: { title: flowText('vote.signature'), field: 'signature', type: 'object' },
  target: undefined,
  multiple: false,
};

interface VotePanelProps {
  readonly info: ApproveInfo;
  /** Called when something was decided, here or by another meanwhile. */
  readonly onDone: () => void;
}

/** What a person can do with a request: decide, hand on, take back, end. Nothing where he can do none of it. */
export function VotePanel({ info, onDone }: VotePanelProps) {
  if (info.status !== 'open') return null;
  return (
    <section className="anlan-vote" aria-label={flowText('vote.title')}>
      {info.mayVote ? (
        <Decision info={info} onDone={onDone} />
      ) : (
        <div className="anlan-vote-bar">
          <OtherActs info={info} onDone={onDone} />
        </div>
      )}
    </section>
  );
}

function Decision({ info, onDone }: VotePanelProps) {
  const id = useId();
  const controller = useVoteController(info, onDone);
  const { busy, fault } = controller;
  const { Edit } = fieldViewOf('upload');
  const { Edit: Sign } = fieldViewOf('signature');
  const { vote } = info;
  // What is read above stays in sight; a fault in what is folded unfolds it.
  const [unfolded, setUnfolded] = useState(false);
  const faulty = fault('files') !== undefined || fault('signature') !== undefined;
  const open = unfolded || faulty;
  // It stays unfolded when the fault goes: with the first stroke of a signature.
  useEffect(() => {
    if (faulty) setUnfolded(true);
  }, [faulty]);
  const attached = Array.isArray(controller.files) ? controller.files.length : 0;
  return (
    <>
      <PlainItem
        id={`${id}-opinion`}
        title={flowText('vote.opinion')}
        required={vote.opinion === 'required'}
        fault={fault('opinion')}
      >
        <Input.TextArea
          id={`${id}-opinion`}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={OPINION_LENGTH}
          showCount
          placeholder={vote.opinion === 'none' ? flowText('vote.opinion.reject') : flowText('vote.opinion.pass')}
          value={controller.opinion}
          status={fault('opinion') === undefined ? '' : 'error'}
          aria-describedby={fault('opinion') === undefined ? undefined : `${id}-opinion-help`}
          disabled={busy !== undefined}
          onChange={(event) => controller.setOpinion(event.target.value)}
        />
      </PlainItem>
      <div id={`${id}-more`} className="anlan-vote-more" hidden={!open}>
        {vote.files && (
          <PlainItem id={`${id}-files`} title={flowText('vote.files')} fault={fault('files')}>
            <Edit
              id={`${id}-files`}
              value={controller.files}
              field={FILES}
              disabled={busy !== undefined}
              invalid={fault('files') !== undefined}
              describedBy={undefined}
              onBlur={() => undefined}
              onChange={controller.setFiles}
            />
          </PlainItem>
        )}
        {/* The paper measures itself when it is made, which it can only where it is seen. */}
        {open && vote.signature && (
          <PlainItem id={`${id}-sign`} title={flowText('vote.signature')} required fault={fault('signature')}>
            <Sign
              id={`${id}-sign`}
              value={controller.signature === undefined ? null : { image: controller.signature }}
              field={SIGNATURE}
              disabled={busy !== undefined}
              invalid={fault('signature') !== undefined}
              describedBy={fault('signature') === undefined ? undefined : `${id}-sign-help`}
              onBlur={() => undefined}
              onChange={(value) => controller.setSignature(signatureOf(value)?.image)}
            />
          </PlainItem>
        )}
      </div>
      <SitePart proof={controller.site} disabled={busy !== undefined} />
      {info.blocked !== null && <Alert type="warning" showIcon title={info.blocked} />}
      <Refusal text={controller.problem} />
      <div className="anlan-vote-bar">
        {(vote.files || vote.signature) && (
          <Button
            type="text"
            className="anlan-vote-fold"
            aria-expanded={open}
            aria-controls={`${id}-more`}
            icon={open ? <DownOutlined /> : <UpOutlined />}
            onClick={() => setUnfolded(!open)}
          >
            {flowText(vote.signature ? (vote.files ? 'vote.more' : 'vote.signature') : 'vote.files')}
            {attached > 0 && <span className="anlan-count"> {flowText('vote.attached', { count: attached })}</span>}
            {vote.signature && (
              <span className="anlan-count">
                {' '}
                {flowText(controller.signature === undefined ? 'vote.unsigned' : 'vote.signed')}
              </span>
            )}
          </Button>
        )}
        <OtherActs info={info} onDone={onDone} disabled={busy !== undefined} />
        <Button
          loading={busy === 'reject'}
          disabled={info.blocked !== null || (busy !== undefined && busy !== 'reject')}
          title={info.blocked ?? undefined}
          onClick={() => controller.decide('reject')}
        >
          {flowText('task.reject')}
        </Button>
        <Button
          type="primary"
          loading={busy === 'pass'}
          disabled={info.blocked !== null || (busy !== undefined && busy !== 'pass')}
          title={info.blocked ?? undefined}
          onClick={() => controller.decide('pass')}
        >
          {flowText('task.pass')}
        </Button>
      </div>
    </>
  );
}

const signerPlaces = () =>
  (['before', 'after'] as const).map((value) => ({ value, label: flowText(`vote.signerPlace.${value}`) }));

/** The rarer acts: having another sign too, handing on, taking back, ending. */
function OtherActs({ info, onDone, disabled = false }: VotePanelProps & { readonly disabled?: boolean }) {
  const { message } = App.useApp();
  const [open, setOpen] = useState<RequestAct>();
  const { taskId, requestId, transitionTitle } = info;

  const perform = async (work: Promise<unknown>, done: string): Promise<void> => {
    try {
      await work;
      void message.success(done);
    } catch (error) {
      // What has changed meanwhile shows when it is read again.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      void message.warning(flowText('vote.decidedByOther', { message: error.msg }));
    }
    setOpen(undefined);
    onDone();
  };
  const close = () => setOpen(undefined);
  return (
    <>
      {requestActs(info).map((act) => (
        <Button key={act} disabled={disabled} onClick={() => setOpen(act)}>
          {flowText(`task.${act}`)}
        </Button>
      ))}
      {open === 'addSigner' && (
        <ReasonDialog
          title={flowText('vote.addSignerTitle')}
          okText={flowText('task.addSigner')}
          reasonNeeded
          receiver={{ label: flowText('vote.addSignerTo'), missing: flowText('vote.addSignerTo.required') }}
          choice={{ label: flowText('vote.signerPlace'), options: signerPlaces() }}
          misfit={(userId) => receiverMisfit(info.receivers, userId)}
          onClose={close}
          onSubmit={({ userId, reason, choice }, key) => {
            const when = choice === 'after' ? 'after' : 'before';
            return perform(askSigner(taskId ?? '', { userId, when, reason }, key), flowText('vote.signerAdded'));
          }}
        />
      )}
      {open === 'transfer' && (
        <ReasonDialog
          title={flowText('vote.transferTitle')}
          okText={flowText('task.transfer')}
          reasonNeeded
          receiver={{ label: flowText('vote.transferTo'), missing: flowText('vote.transferTo.required') }}
          misfit={(userId) => receiverMisfit(info.receivers, userId)}
          onClose={close}
          onSubmit={({ userId, reason }, key) =>
            perform(transferTask(taskId ?? '', userId, reason, key), flowText('vote.transferred'))
          }
        />
      )}
      {open === 'revoke' && (
        <ReasonDialog
          title={flowText('vote.revokeTitle', { title: transitionTitle })}
          hint={flowText('vote.revokeHint')}
          okText={flowText('task.revoke')}
          reasonNeeded={false}
          onClose={close}
          onSubmit={({ reason }, key) => perform(revokeRequest(requestId, reason, key), flowText('vote.revoked'))}
        />
      )}
      {open === 'terminate' && (
        <ReasonDialog
          title={flowText('vote.terminateTitle', { title: transitionTitle })}
          hint={flowText('vote.terminateHint')}
          okText={flowText('task.terminate')}
          danger
          reasonNeeded
          onClose={close}
          onSubmit={({ reason }, key) => perform(terminateRequest(requestId, reason, key), flowText('vote.terminated'))}
        />
      )}
    </>
  );
}
