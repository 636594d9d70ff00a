import { App, Button } from 'antd';
import { useCallback, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Abilities, WireRecord } from '../../core/wire/contract.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RightDrawer } from '../../ui/RightDrawer.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { afterTransition } from '../flow/next-step.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import type { RecordData } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FormFooter } from './FormFooter.tsx';
import { FormNotices } from './FormNotices.tsx';
import { FormView, type FormViewHandle } from './FormView.tsx';
import type { FormCommand } from './form-commands.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { RecentRecordsProvider } from './recent/RecentRecords.tsx';
import { useFormController } from './useFormController.ts';
import { useFormKeys } from './useFormKeys.ts';

/** How long a message with a button stays: it is to be read, reached and pressed. Others stay 3 seconds. */
const BUTTON_SECONDS = 8;

/** What a link to a form may bring along. */
export interface FormState {
  /** Values that a new record starts with. */
  readonly initial?: RecordData;
  /** Path to return to; the list by default. */
  readonly from?: string;
  /** Form that stays open under a new address. */
  readonly form?: 'add';
}

const DONE_TEXTS = { saveDraft: 'form.drafted', save: 'form.edited', submit: 'form.submitted' } as const;

/** Form of a record: a page of its own, or a drawer over the list. */
export function RecordForm({ id, place }: { id: string | undefined; place: 'page' | 'drawer' }) {
  const { page, open, base, can } = useEntityPage();
  const { message } = App.useApp();
  const location = useLocation();
  const navigate = useNavigate();
  const state = (location.state ?? {}) as FormState;
  const form = useId();
  const view = useRef<FormViewHandle>(null);
  const { model } = page;

  const leave = useCallback(() => {
    if (state.from === undefined) open({ kind: 'list' });
    else navigate(state.from);
  }, [state.from, open, navigate]);

  const saved = (record: WireRecord, command: FormCommand, isNew: boolean): void => {
    const text = runtimeText(command.key === 'save' && isNew ? 'form.added' : DONE_TEXTS[command.key]);
    if (command.key === 'saveDraft') {
      void message.success(text);
      if (isNew) open({ kind: 'edit', id: record.id }, { replace: true, state: { ...state, form: 'add' } });
      return;
    }
    const approved = command.key === 'submit' && model.transitions.submit?.approve !== undefined;
    if (approved) {
      // Who is awaited is worth the moment it takes to ask.
      void afterTransition(page, 'submit', text, record.id, record).then((next) => tell(record, next ?? text));
    } else tell(record, text);
    leave();
  };

  const tell = (record: WireRecord, text: string): void => {
    if (state.from !== undefined) {
      void message.success(text);
      return;
    }
    void message.success(
      <>
        {text}
        <Button
          type="link"
          size="small"
          onClick={() => {
            message.destroy();
            open({ kind: 'view', id: record.id });
          }}
        >
          {runtimeText('form.view')}
        </Button>
      </>,
      BUTTON_SECONDS,
    );
  };

  // A new record that is saved as a draft gets its address while the form stays as it is.
  const [opened] = useState(id);
  const controller = useFormController({
    id: opened,
    initial: state.initial,
    onFault: (key) => view.current?.reveal(key),
    onSaved: saved,
  });
  useFormKeys(controller);
  const title = runtimeText(id === undefined ? 'form.add' : 'form.edit', { title: model.title });

  const refusal = refusalOf(page, can, opened, controller.stored, title);
  const content =
    refusal !== undefined ? (
      <EmptyState
        reason="forbidden"
        title={refusal}
        action={<Button onClick={leave}>{runtimeText('page.back')}</Button>}
      />
    ) : controller.error !== undefined ? (
      <ErrorState title={runtimeText('form.failed')} message={controller.error} onRetry={controller.retry} />
    ) : (
      <LoadingDelay loading={controller.engine === undefined} rows={8}>
        <FormNotices controller={controller} />
        {controller.engine !== undefined && (
          <RecentRecordsProvider>
            <FormView ref={view} engine={controller.engine} id={form} />
          </RecentRecordsProvider>
        )}
        {controller.conflict !== undefined && (
          <ConflictDialog
            conflict={controller.conflict}
            busy={controller.busy !== undefined}
            onResolve={controller.resolveConflict}
            onCancel={controller.closeConflict}
          />
        )}
      </LoadingDelay>
    );

  if (place === 'drawer') {
    return (
      <>
        <LeaveGuard isDirty={controller.isDirty} within={`${base}/edit/`} />
        <RightDrawer
          open
          title={title}
          onClose={leave}
          footer={refusal === undefined ? <FormFooter controller={controller} onCancel={leave} plain /> : null}
        >
          {content}
        </RightDrawer>
      </>
    );
  }
  return (
    <div>
      <LeaveGuard isDirty={controller.isDirty} within={id === undefined ? `${base}/edit/` : undefined} />
      <PageHeader title={title} onBack={leave} />
      <PageContainer>{content}</PageContainer>
      {refusal === undefined && <FormFooter controller={controller} onCancel={leave} />}
    </div>
  );
}

/** Why this person cannot use the form, which an address leads to as well as a button; undefined where he can. */
function refusalOf(
  page: EntityPageModel,
  can: (button: string) => boolean,
  id: string | undefined,
  stored: RecordData | undefined,
  action: string,
): string | undefined {
  const { code } = page.page;
  if (id === undefined) return can(`${code}_add`) ? undefined : runtimeText('form.forbidden', { action });
  const abilities = stored?.abilities as Abilities | undefined;
  if (abilities === undefined || abilities.edit === true) return undefined;
  const state = typeof stored?.status === 'string' ? page.model.states[stored.status] : undefined;
  if (state === undefined || !can(`${code}_edit`)) return runtimeText('form.forbidden', { action });
  return runtimeText('form.readOnlyState', { state: state.title });
}
