import { reaction } from '@formily/reactive';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { currentTenantId, session } from '../../api/session.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import { clauses, sentences } from '../../core/text/punctuate.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { uploadsRunning } from '../../field-types/upload/running-uploads.ts';
import { fetchWithChildren } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import type { LostInput } from '../form/lost-input.ts';
import { createSubmitKeys } from '../form/submit-key.ts';
import { providedRows, readsChildren } from '../model/form-page.ts';
import { runtimeText } from '../text.ts';
import { createDraftKeeper, type DraftKeeper, type Kept } from './draft-keeper.ts';
import { flowText } from './text.ts';
import {
  type CopyReceiver,
  type DraftContent,
  type LocalDraftOwner,
  parseDraftContent,
  transitionDrafts,
} from './transition-draft.ts';
import { createTransitionForm, type FormPlace, type TransitionForm } from './transition-form.ts';

/** Sends a transition: body without id and version, and the key under which a repetition is the same act. */
export type SendTransition = (body: Readonly<Record<string, unknown>>, idempotencyKey: string) => Promise<void>;

export interface TransitionController {
  readonly form: TransitionForm;
  readonly copies: readonly CopyReceiver[];
  readonly setCopies: (copies: readonly CopyReceiver[]) => void;
  readonly busy: boolean;
  /** What went wrong that belongs to no field. */
  readonly problem: string | undefined;
  /** When what stands in the form was typed, where it was restored: `YYYY-MM-DD HH:mm:ss`. */
  readonly restoredAt: string | undefined;
  /** What of it has no field any more. */
  readonly lost: readonly LostInput[];
  /** When and where what stands in the form was kept last. */
  readonly kept: Kept | undefined;
  /** Empties the form and forgets the draft. */
  readonly clear: () => void;
  readonly submit: () => void;
}

interface TransitionControllerOptions {
  readonly plan: ActionPlan;
  readonly record: WireRecord;
  readonly writes: string | undefined;
  readonly send: SendTransition;
  /** Called with the first faulty field. */
  readonly onFault: (place: FormPlace) => void;
}

/** State of a transition's dialog without its view: forms, draft, sending once. */
export function useTransitionController(options: TransitionControllerOptions): TransitionController {
  const { plan, record, writes } = options;
  const around = useEntityPage();
  // What is asked stays as it was opened, though the files change meanwhile: the server says what it takes no more.
  const [{ page, me, access }] = useState(around);
  const [round, setRound] = useState(0);
  const [copies, takeCopies] = useState<readonly CopyReceiver[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [restoredAt, setRestoredAt] = useState<string>();
  const [lost, setLost] = useState<readonly LostInput[]>([]);
  const [kept, setKept] = useState<Kept>();
  const keys = useMemo(createSubmitKeys, []);
  const inFlight = useRef(false);
  const keeping = useRef<DraftKeeper<DraftContent>>(undefined);
  const latest = useRef({ options, copies });
  latest.current = { options, copies };

  const owner = useMemo(
    (): LocalDraftOwner => ({
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

  // What is asked may depend on rows below the record, which the record itself does not carry.
  useEffect(() => {
    const { record: engine } = form;
    if (engine === undefined || !readsChildren(engine.page)) return;
    const fetching = new AbortController();
    fetchWithChildren(page.model, record.id, { page: page.callPage, quiet: true, signal: fetching.signal }).then(
      (whole) => {
        if (!fetching.signal.aborted) engine.provide(providedRows(engine.page, whole));
      },
      // The server decides with the rows in any case.
      () => undefined,
    );
    return () => fetching.abort();
  }, [form, page, record.id]);

  useEffect(() => {
    const keeper = createDraftKeeper({
      of: { entity: page.model.key, id: owner.recordId, transition: owner.transition },
      here: transitionDrafts(owner),
      parse: parseDraftContent,
      timeZone: page.metadata.timeZone,
      current() {
        const { copies: chosen } = latest.current;
        return form.isDirty() || chosen.length > 0 ? { ...form.snapshot(), copies: chosen } : undefined;
      },
      onKept: setKept,
    });
    keeping.current = keeper;
    const engines = [form.record, form.row].filter((engine) => engine !== undefined);
    let gone = false;
    const offer = async () => {
      const draft = await keeper.load();
      if (gone || draft === undefined) return;
      // What was typed while the draft was on its way is newer than it.
      const typed = form.snapshot();
      setLost(form.restore(draft));
      form.restore(typed);
      if (latest.current.copies.length === 0) takeCopies(draft.copies);
      setRestoredAt(draft.time);
    };
    if (round === 0 && engines.length > 0) void offer();
    const ends = engines.map((engine) => reaction(() => engine.state.revision, keeper.touch));
    window.addEventListener('pagehide', keeper.leave);
    window.addEventListener('online', keeper.touch);
    return () => {
      gone = true;
      for (const end of ends) end();
      keeper.close();
      window.removeEventListener('pagehide', keeper.leave);
      window.removeEventListener('online', keeper.touch);
      form.dispose();
    };
  }, [form, owner, round, page]);

  const send = async (): Promise<void> => {
    // Two presses in one frame see the same state; the flag is there at once.
    if (inFlight.current) return;
    setProblem(undefined);
    if (uploadsRunning()) {
      setProblem(runtimeText('form.uploading'));
      return;
    }
    const fault = form.check();
    if (fault !== undefined) {
      options.onFault(fault);
      return;
    }
    const body = { ...form.body(), ...(copies.length === 0 ? {} : { copies: copies.map(({ id }) => id) }) };
    inFlight.current = true;
    setBusy(true);
    // A draft that is on its way must not arrive after the server has forgotten it.
    await keeping.current?.pause();
    try {
      await options.send(body, keys.keyOf(plan.key, body));
      keys.answered();
      keeping.current?.forget();
    } catch (error) {
      keeping.current?.resume();
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
    if (homeless.length > 0) setProblem(clauses(homeless.map(({ msg }) => msg)));
    else if (first === undefined) {
      const more = error.status === 0 ? 'ask.lost' : error.status === 409 ? 'ask.stale' : undefined;
      setProblem(more === undefined ? error.msg : sentences(error.msg, flowText(more)));
    }
  };

  return {
    form,
    copies,
    setCopies: (chosen) => {
      takeCopies(chosen);
      if (form.record !== undefined || form.row !== undefined) keeping.current?.touch();
    },
    busy,
    problem,
    restoredAt,
    lost,
    kept,
    clear: () => {
      keeping.current?.remove();
      takeCopies([]);
      setRestoredAt(undefined);
      setLost([]);
      setKept(undefined);
      setRound((count) => count + 1);
    },
    submit: () => void send(),
  };
}
