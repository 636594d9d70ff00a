import { App, Button } from 'antd';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { WireRecord } from '../../core/wire/contract.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RightDrawer } from '../../ui/RightDrawer.tsx';
import { COMPLETED, stepMark } from '../actions/linked-step.ts';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import type { RecordData } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { FormFooter } from './FormFooter.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { useRecordForm } from './useRecordForm.tsx';

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

/** Form of a record at an address of its own: a page, or a drawer over the list. */
export function RecordForm({ id, place }: { id: string | undefined; place: 'page' | 'drawer' }) {
  const { open, base } = useEntityPage();
  const { message } = App.useApp();
  const location = useLocation();
  const navigate = useNavigate();
  const state = (location.state ?? {}) as FormState;

  const leave = useCallback(() => {
    if (state.from === undefined) open({ kind: 'list' });
    else navigate(state.from);
  }, [state.from, open, navigate]);

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

  const { controller, title, isRefused, content } = useRecordForm({
    id,
    initial: state.initial,
    leave,
    onDraft: (record, isNew) => {
      if (isNew) open({ kind: 'edit', id: record.id }, { replace: true, state: { ...state, form: 'add' } });
    },
    onDone: leave,
    onStep: (record, step) =>
      navigate(`${screenPath(base, { kind: 'view', id: record.id })}${stepMark(step)}`, {
        replace: true,
        state: COMPLETED,
      }),
    tell,
  });

  if (place === 'drawer') {
    return (
      <>
        <LeaveGuard isDirty={controller.isDirty} within={`${base}/edit/`} />
        <RightDrawer
          open
          title={title}
          onClose={leave}
          footer={isRefused ? null : <FormFooter controller={controller} onCancel={leave} plain />}
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
      {!isRefused && <FormFooter controller={controller} onCancel={leave} />}
    </div>
  );
}
