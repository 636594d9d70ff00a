import { EllipsisOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, Space } from 'antd';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { likelyActions, notedStep, permittedActions, recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { ActionToolbar, type ToolbarAction } from '../../ui/ActionToolbar.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { useAwaiting } from '../flow/AwaitingProvider.tsx';
import { taskPath } from '../flow/flow-words.ts';
import { flowText } from '../flow/text.ts';
import { recordName } from '../model/record-view.ts';
import { linkedCode } from '../scan/scanned.ts';
import { runtimeText } from '../text.ts';
import { type RunOptions, useActions } from './ActionsProvider.tsx';
import { isCompleted, linkedStep } from './linked-step.ts';

interface RecordActionsProps {
  readonly record: WireRecord;
  /** `link` in a row, `row` where the row already leads to the record, `card` on a phone (one button, the rest folded), `page` on the detail page. */
  readonly variant: 'link' | 'row' | 'card' | 'page';
  readonly options?: RunOptions;
}

/** The buttons that this person may press on a record as it is now; the likely one first, a destructive one last. */
export function RecordActions({ record, variant, options }: RecordActionsProps) {
  const { page, can } = useEntityPage();
  const { run, busy } = useActions();
  const offered = variant === 'page' ? page.toolbar.detail : page.toolbar.row;
  const standing = typeof record.status === 'string' ? record.status : null;
  const able = recordActions(permittedActions(offered, can), record.abilities).filter(
    // One is already looking at it, or its name leads there.
    (plan) => (variant !== 'page' && variant !== 'row') || plan.kind !== 'view',
  );
  // What the record itself has against an action is said before it is tried; such a one is not the likely one.
  const { ordered: plans, first: likeliest } = likelyActions(
    page.model,
    able,
    standing,
    ({ key }) => blockedBy(record, key) !== undefined,
  );
  const navigate = useNavigate();
  const { hash, pathname, state: brought } = useLocation();
  // A phone that scanned the code on a screen opens the record's page with the code behind the address.
  const linked = variant === 'page' ? linkedCode(hash) : undefined;
  // A task of a list opens it with the step behind the address.
  const step = linkedStep(hash);
  const own = step?.rows === undefined ? step?.transition : undefined;
  const begun = variant === 'page' ? (linked?.transition ?? own) : undefined;
  const waiting = begun === undefined ? undefined : plans.find(({ key }) => key === begun);
  const missed = linked === undefined && begun !== undefined && waiting === undefined;
  const against = waiting === undefined ? undefined : blockedBy(record, waiting.key);
  // A draft is completed in its form, which submits it, or leads back here.
  const isDraft = standing !== null && page.model.states[standing]?.draft === true;
  const draftForm =
    isDraft && linked === undefined && !isCompleted(brought) ? plans.find(({ kind }) => kind === 'edit') : undefined;
  const isNoted = notedStep(page.model, plans)?.key === begun;
  const taken = useRef('');
  const { message } = App.useApp();
  useEffect(() => {
    // Leaving the address takes a while, in which the page is drawn again.
    if (waiting === undefined || taken.current === hash) return;
    taken.current = hash;
    void navigate(pathname, { replace: true });
    // What it lacks is entered on the page, over which its dialog would lie; the page says so of the step that leads on.
    if (against !== undefined) {
      const text = runtimeText('action.blocked', { action: waiting.title, reason: against });
      if (!isNoted) void message.warning(text);
    } else if (draftForm !== undefined) run(draftForm, [record], options);
    // Whoever pressed the step in the form has said that he wants it.
    else if (linked === undefined) run(waiting, [record], { ...options, led: !isCompleted(brought) });
    else run(waiting, [record], { ...options, scanned: hash });
  }, [waiting, against, draftForm, isNoted, message, navigate, pathname, run, record, options, hash, linked, brought]);
  useEffect(() => {
    if (!missed || taken.current === hash) return;
    taken.current = hash;
    void navigate(pathname, { replace: true });
    void message.info(runtimeText('action.stepTaken'));
  }, [missed, navigate, pathname, hash, message]);
  const taskId = useAwaiting().tasks?.get(record.id)?.taskId ?? undefined;
  const buttons = plans.map((plan): ToolbarAction => {
    const blocked = blockedBy(record, plan.key);
    const first = plan === likeliest && !plan.danger && taskId === undefined;
    return {
      key: plan.key,
      label: plan.title,
      primary: variant === 'page' && first,
      loading: busy(plan, record),
      ...(blocked === undefined ? {} : { disabled: true, hint: blocked }),
      onClick: () => run(plan, [record], options),
    };
  });
  // What waits for the person comes first.
  const actions: readonly ToolbarAction[] =
    taskId === undefined
      ? buttons
      : [
          {
            key: '_decide',
            label: flowText('list.decide'),
            primary: variant === 'page',
            onClick: () => void navigate(taskPath(taskId)),
          },
          ...buttons,
        ];
  const [likely, ...rest] = actions;
  if (variant === 'card' && likely !== undefined) {
    return (
      <Space size={8}>
        <Button size="small" loading={likely.loading ?? false} onClick={likely.onClick}>
          {likely.label}
        </Button>
        {rest.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: rest.map(({ key, label }) => ({ key, label })),
              onClick: ({ key }) => rest.find((action) => action.key === key)?.onClick(),
            }}
          >
            <Button size="small" icon={<EllipsisOutlined />} aria-label={runtimeText('list.moreActions')} />
          </Dropdown>
        )}
      </Space>
    );
  }
  return (
    <ActionToolbar
      actions={actions}
      variant={variant === 'page' ? 'button' : 'link'}
      label={`${recordName(page, record)} ${runtimeText('list.actions')}`}
    />
  );
}

/** Why the record does not let a transition happen now, as its detail answer says; undefined where nothing is known. */
export const blockedBy = (record: WireRecord, transition: string): string | undefined =>
  askOf(record, transition).blocked;

/** Field of the record that the reason is about; undefined where it is about none. */
export const blockedAt = (record: WireRecord, transition: string): string | undefined =>
  askOf(record, transition).blockedAt;

/** Children whose rows the reason is about. */
export const blockedBelow = (record: WireRecord, transition: string): readonly string[] =>
  askOf(record, transition).blockedBelow ?? [];

interface Blocking {
  readonly blocked?: string;
  readonly blockedAt?: string;
  readonly blockedBelow?: readonly string[];
}

function askOf({ asks }: WireRecord, transition: string): Blocking {
  if (typeof asks !== 'object' || asks === null || !Object.hasOwn(asks, transition)) return {};
  return (asks as Readonly<Record<string, Blocking>>)[transition] ?? {};
}
