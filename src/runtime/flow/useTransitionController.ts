import { reaction } from '@formily/reactive';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { currentTenantId, session } from '../../api/session.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useEntityPage } from '../EntityContext.ts';
import { createSubmitKeys } from '../form/submit-key.ts';
import { flowText } from './text.ts';
import {
  type CopyReceiver,
  type DraftOwner,
  dropTransitionDraft,
  keepTransitionDraft,
  readTransitionDraft,
} from './transition-draft.ts';
import { createTransitionForm, type FormPlace, type TransitionForm } from './transition-form.ts';

/** Milliseconds that typing rests before it is kept on this machine. */
const KEEP_DEBOUNCE = 500;

/** Sends a transition: body without id and version, and the key under which a repetition is the same act. */
export type SendTransition = (body: Readonly<Record<string, unknown>>, idempotencyKey: string) => Promise<void>;

export interface TransitionController {
  readonly form: TransitionForm;
  readonly copies: readonly CopyReceiver[];
  readonly setCopies: (copies: readonly CopyReceiver[]) => void;
  readonly busy: boolean;
  /** What went wrong that belongs to no field. */
  readonly problem: string | undefined;
  /** When what stands in the form was typed, where it was restored. */
  readonly restoredAt: Date | undefined;
  /** Empties the form and forgets the draft. */
  readonly clear: () => void;
  readonly submit: () => void;
}

export interface TransitionControllerOptions {
  readonly plan: ActionPlan;
  readonly record: WireRecord;
  readonly writes: string | undefined;
  readonly send: SendTransition;
  /** Called with the first faulty field. */
  readonly onFault: (place: FormPlace) => void;
}

/** State of a transition's dialog without its view: forms, draft on this machine, sending once. */
export function useTransitionController(options: TransitionControllerOptions): TransitionController {
  const { plan, record, writes } = options;
  const { page, me, access } = useEntityPage();
  const [round, setRound] = useState(0);
  const [copies, takeCopies] = useState<readonly CopyReceiver[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [restoredAt, setRestoredAt] = useState<Date>();
  const keys = useMemo(createSubmitKeys, []);
  const inFlight = useRef(false);
  const done = useRef(false);
  const latest = useRef({ options, copies });
  latest.current = { options, copies };

  const owner = useMemo(
    (): DraftOwner => ({
      tenantId: currentTenantId(),
      account: session().userInfo?.account ?? '',
      entity: page.model.id,
      transition: plan.key,
      recordId: record.id,
    }),
    [page.model.id, plan.key, record.id],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the forms belong to the moment of opening, and are made anew when they are emptied.
  const form = useMemo(
    () => createTransitionForm({ page, plan, writes, record, me, access: (field) => access(field, record) }),
    [round],
  );

  useEffect(() => {
    const draft = round === 0 ? readTransitionDraft(owner) : undefined;
    if (draft !== undefined) {
      form.restore(draft);
      takeCopies(draft.copies);
      setRestoredAt(new Date(draft.savedAt));
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      if (!done.current && form.isDirty()) {
        keepTransitionDraft(owner, { ...form.snapshot(), copies: latest.current.copies });
      }
    };
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_DEBOUNCE);
    };
    const ends = [form.record, form.row].flatMap((engine) =>
      engine === undefined ? [] : [reaction(() => engine.state.revision, rest)],
    );
    window.addEventListener('pagehide', keep);
    return () => {
      for (const end of ends) end();
      clearTimeout(timer);
      keep();
      window.removeEventListener('pagehide', keep);
      form.dispose();
    };
  }, [form, owner, round]);

  const send = async (): Promise<void> => {
    // Two presses in one frame see the same state; the flag is there at once.
    if (inFlight.current) return;
    setProblem(undefined);
    const fault = form.check();
    if (fault !== undefined) {
      options.onFault(fault);
      return;
    }
    const body = { ...form.body(), ...(copies.length === 0 ? {} : { copies: copies.map(({ id }) => id) }) };
    inFlight.current = true;
    setBusy(true);
    // Kept in case the answer never comes; forgotten once it has.
    done.current = true;
    try {
      await options.send(body, keys.keyOf(plan.key, body));
      keys.answered();
      dropTransitionDraft(owner);
    } catch (error) {
      done.current = false;
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) keys.answered();
      refuse(error);
      setBusy(false);
    } finally {
      inFlight.current = false;
    }
  };

  const refuse = (error: ApiError): void => {
    const { homeless, first } = form.show(error.errors);
    if (first !== undefined) latest.current.options.onFault(first);
    if (homeless.length > 0) setProblem(homeless.map(({ msg }) => msg).join('；'));
    else if (first === undefined) {
      const more = error.status === 0 ? 'ask.lost' : error.status === 409 ? 'ask.stale' : undefined;
      setProblem(more === undefined ? error.msg : `${error.msg}。${flowText(more)}`);
    }
  };

  return {
    form,
    copies,
    setCopies: (chosen) => {
      takeCopies(chosen);
      if (form.record === undefined && form.row === undefined) return;
      keepTransitionDraft(owner, { ...form.snapshot(), copies: chosen });
    },
    busy,
    problem,
    restoredAt,
    clear: () => {
      dropTransitionDraft(owner);
      takeCopies([]);
      setRestoredAt(undefined);
      // What leaves with the old forms is not kept again.
      done.current = true;
      setRound((count) => count + 1);
      setTimeout(() => {
        done.current = false;
      });
    },
    submit: () => void send(),
  };
}
