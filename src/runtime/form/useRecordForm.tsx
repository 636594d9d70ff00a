import { App, Button } from 'antd';
import { type ReactNode, type RefObject, Suspense, useContext, useId, useRef, useState } from 'react';
import type { Abilities, WireRecord } from '../../core/wire/contract.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { afterTransition } from '../flow/next-step.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import type { RecordData } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { FormBesideContext } from './beside.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FormNotices } from './FormNotices.tsx';
import { FormView, type FormViewHandle } from './FormView.tsx';
import { type FormCommand, staysOpen } from './form-commands.ts';
import { RecentRecordsProvider } from './recent/RecentRecords.tsx';
import { type FormController, useFormController } from './useFormController.ts';
import { useFormKeys } from './useFormKeys.ts';

const DONE_TEXTS = { saveDraft: 'form.drafted', save: 'form.edited', submit: 'form.submitted' } as const;

interface RecordFormOptions {
  /** Record to edit; undefined for a new one. */
  readonly id: string | undefined;
  /** Values that a new record starts with. */
  readonly initial: RecordData | undefined;
  /** Leaves the form, from what stands there where it cannot be used. */
  readonly leave: () => void;
  /** Called when a draft was saved, and the form stays open. */
  readonly onDraft?: (record: WireRecord, isNew: boolean) => void;
  /** Called when the record was saved and the form is done with. */
  readonly onDone: (command: FormCommand) => void;
  /** Goes to a step on the record's page; a form that is given none offers none. */
  readonly onStep?: (record: WireRecord, step: string) => void;
  /** Says what was done. */
  readonly tell: (record: WireRecord, text: string) => void;
}

/** Form of a record wherever it stands. */
interface RecordFormParts {
  readonly controller: FormController;
  readonly view: RefObject<FormViewHandle | null>;
  readonly title: string;
  /** Whether this person cannot use it, which the content says; it has no buttons then. */
  readonly isRefused: boolean;
  readonly content: ReactNode;
}

/** A record's form with its notices, its conflicts, its keys and what it says when it was saved; the frame is the caller's. */
export function useRecordForm(options: RecordFormOptions): RecordFormParts {
  const { id, initial, leave, onDraft, onDone, onStep, tell } = options;
  const { page, can } = useEntityPage();
  const { message } = App.useApp();
  const form = useId();
  const view = useRef<FormViewHandle>(null);
  const { model } = page;
  const Beside = useContext(FormBesideContext)(model.key);

  const saved = (record: WireRecord, command: FormCommand, isNew: boolean): void => {
    if (command.key === 'step') {
      if (command.step !== undefined) onStep?.(record, command.step.key);
      return;
    }
    const text = runtimeText(command.key === 'save' && isNew ? 'form.added' : DONE_TEXTS[command.key]);
    if (staysOpen(command)) {
      void message.success(text);
      onDraft?.(record, isNew);
      return;
    }
    const approved = command.key === 'submit' && model.transitions.submit?.approve !== undefined;
    if (approved) {
      // Who is awaited is worth the moment it takes to ask.
      void afterTransition(page, 'submit', text, record.id, record).then((next) => tell(record, next ?? text));
    } else tell(record, text);
    onDone(command);
  };

  // A new record that is saved as a draft gets its address while the form stays as it is.
  const [opened] = useState(id);
  const controller = useFormController({
    id: opened,
    initial,
    leads: onStep !== undefined,
    onFault: (key) => view.current?.reveal(key),
    onResume: (keys) => view.current?.resume(keys),
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
            {Beside === undefined ? (
              <FormView ref={view} engine={controller.engine} id={form} />
            ) : (
              <div className="anlan-form-beside">
                <div className="anlan-form-beside-fields">
                  <FormView ref={view} engine={controller.engine} id={form} />
                </div>
                <Suspense fallback={null}>
                  <Beside engine={controller.engine} />
                </Suspense>
              </div>
            )}
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
  return { controller, view, title, isRefused: refusal !== undefined, content };
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
