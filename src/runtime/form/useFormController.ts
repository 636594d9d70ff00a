import { reaction } from '@formily/reactive';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { plantTime, serverNow } from '../../api/plant-clock.ts';
import { currentTenantId, session } from '../../api/session.ts';
import { clauses, sentences } from '../../core/text/punctuate.ts';
import { sameValue } from '../../core/validation/same-value.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { rememberLabel } from '../../field-types/known-labels.ts';
import { uploadsRunning } from '../../field-types/upload/running-uploads.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { fetchRecord, fetchWithChildren, writeRecord } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { formChildren, readsChildren, withChildRows } from '../model/form-page.ts';
import { labelKey, type RecordData } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { type Conflict, parseConflict } from './conflict.ts';
import { draftKey, dropLocalDraft, keepLocalDraft, type LocalDraft, readLocalDraft } from './draft-store.ts';
import { recordAfter } from './form-body.ts';
import { draftStep, type FormCommand, formCommands, staysOpen } from './form-commands.ts';
import type { FormEngine } from './form-engine.ts';
import { faultKey } from './form-faults.ts';
import type { LostInput } from './lost-input.ts';
import { createSubmitKeys } from './submit-key.ts';
import { useFormEngine } from './useFormEngine.ts';

/** Milliseconds that typing rests before it is kept on this machine. */
const KEEP_DEBOUNCE = 800;

export interface FormController {
  /** Undefined while the record is read, and when it could not be. */
  readonly engine: FormEngine | undefined;
  readonly stored: RecordData | undefined;
  readonly error: string | undefined;
  readonly retry: () => void;
  readonly commands: readonly FormCommand[];
  /** What was typed earlier and not saved; undefined when there is nothing to restore. */
  readonly offer: LocalDraft | undefined;
  readonly takeOffer: () => void;
  readonly dropOffer: () => void;
  /** Whether the form was changed under the person's hands, with the input kept. */
  readonly upgraded: boolean;
  /** What was typed and has no field in the changed form. */
  readonly lost: readonly LostInput[];
  /** What is being sent. */
  readonly busy: FormCommand | undefined;
  readonly savedAt: string | undefined;
  readonly keptAt: string | undefined;
  /** What went wrong that belongs to no field. */
  readonly problem: string | undefined;
  readonly conflict: Conflict | undefined;
  readonly resolveConflict: (taken: readonly string[]) => void;
  readonly closeConflict: () => void;
  readonly run: (command: FormCommand) => void;
  readonly isDirty: () => boolean;
}

interface FormControllerOptions {
  /** Record to edit; undefined for a new one. */
  readonly id: string | undefined;
  /** Values that a new record starts with. */
  readonly initial?: RecordData | undefined;
  /** Whether the form may lead to a step on the record's page. Default false. */
  readonly leads?: boolean;
  /** Called with the first faulty field of a check. */
  readonly onFault: (key: string) => void;
  /** Called with the fields that had been changed in a draft, when it stands in the form again. */
  readonly onResume: (keys: readonly string[]) => void;
  /** Called after a save; `leave` is false where the form stays open (a draft). */
  readonly onSaved: (record: WireRecord, command: FormCommand, isNew: boolean) => void;
}

/** State of a form without its view: reading, engine, draft on this machine, saving, conflicts. */
export function useFormController(options: FormControllerOptions): FormController {
  const { id, initial, leads = false, onFault, onResume, onSaved } = options;
  const around = useEntityPage();
  const { page, me, changed } = around;
  const { model } = page;
  // A record whose form has rows of children, or computes from them, comes with them, when it is read and when it was
  // saved. Which rows those are its state decides, so that they are fetched where any could be.
  const fetchWhole = async (record: string, signal?: AbortSignal): Promise<WireRecord> => {
    const options = { page: page.page.code, quiet: true, ...(signal === undefined ? {} : { signal }) };
    if (formChildren(page).length === 0 && !readsChildren(page)) return fetchRecord(model, record, options);
    return withChildRows(page, await fetchWithChildren(model, record, options));
  };
  const read = useLoaded<WireRecord | undefined>(`${model.key}/${id ?? ''}`, (signal) =>
    id === undefined ? Promise.resolve(undefined) : fetchWhole(id, signal),
  );
  const ready = !read.loading && read.error === undefined;
  const stored = ready ? read.data : undefined;
  const tables = formChildren(page, stored).map(({ entity }) => entity);
  const { engine, upgraded, lost } = useFormEngine(ready, stored, initial);
  const [newest, setNewest] = useState<RecordData>();
  const [offer, setOffer] = useState<LocalDraft>();
  /** What of the restored draft has no field. */
  const [left, setLeft] = useState<readonly LostInput[]>([]);
  const [busy, setBusy] = useState<FormCommand>();
  const [savedAt, setSavedAt] = useState<string>();
  const [keptAt, setKeptAt] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const lastCommand = useRef<FormCommand>(undefined);
  const keys = useMemo(createSubmitKeys, []);
  const done = useRef(false);
  const inFlight = useRef(false);
  const current = newest ?? stored;
  const recordId = typeof current?.id === 'string' ? current.id : id;
  const person = { tenantId: currentTenantId(), account: session().userInfo?.account ?? '' };
  const key = draftKey(person, model.id, recordId);

  useEffect(() => {
    if (me.userId !== null && me.realName !== null) rememberLabel('user', me.userId, me.realName);
  }, [me]);

  // The draft of this record is offered once, when its form is first ready.
  useEffect(() => {
    if (ready) setOffer(readLocalDraft(key));
  }, [ready, key]);

  useEffect(() => {
    if (engine === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      if (!engine.state.dirty || done.current) return;
      const snapshot = engine.snapshot();
      const version = current?.version;
      const draft = { ...snapshot, savedAt: serverNow(), version: typeof version === 'number' ? version : undefined };
      if (keepLocalDraft(key, draft)) setKeptAt(plantTime(draft.savedAt));
    };
    const stop = reaction(
      () => engine.state.revision,
      () => {
        clearTimeout(timer);
        timer = setTimeout(keep, KEEP_DEBOUNCE);
      },
    );
    // A reload within the debounce must not lose the last words.
    window.addEventListener('pagehide', keep);
    return () => {
      stop();
      clearTimeout(timer);
      keep();
      window.removeEventListener('pagehide', keep);
    };
  }, [engine, key, current]);

  const isDirty = useCallback(() => engine?.state.dirty === true && !done.current, [engine]);

  const send = async (command: FormCommand): Promise<void> => {
    // Two presses in one frame see the same state; the flag is there at once.
    if (engine === undefined || inFlight.current) return;
    lastCommand.current = command;
    setProblem(undefined);
    if (uploadsRunning()) {
      setProblem(runtimeText('form.uploading'));
      return;
    }
    const faults = engine.check(command.stage);
    const first = faults[0];
    if (first !== undefined) {
      onFault(faultKey(first));
      return;
    }
    const body = engine.body();
    const sent = { ...engine.values() };
    inFlight.current = true;
    setBusy(command);
    try {
      const answer = await writeRecord(model, command.operation, body, {
        idempotencyKey: keys.keyOf(command.operation, body),
        page: page.page.code,
        quiet: [0, 400, 409],
      });
      keys.answered();
      const written = recordAfter(answer, sent);
      // The rows have got their ids; where they cannot be read now, the next save lists them once more.
      const own = withRowsOf(written, engine.values());
      const record = tables.length > 0 && staysOpen(command) ? await fetchWhole(written.id).catch(() => own) : own;
      changed();
      setConflict(undefined);
      settleSaved(record, sent, command);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) keys.answered();
      refuse(error, engine);
    } finally {
      inFlight.current = false;
      setBusy(undefined);
    }
  };

  const settleSaved = (record: WireRecord, sent: RecordData, command: FormCommand): void => {
    if (engine === undefined) return;
    const now = engine.values();
    // What was typed while the answer was on its way stays unsaved.
    engine.rebase(
      record,
      model.fields.filter((field) => sameValue(now[field.key], sent[field.key])).map((field) => field.key),
    );
    setNewest(record);
    setSavedAt(plantTime());
    setKeptAt(undefined);
    setOffer(undefined);
    if (!engine.state.dirty) dropLocalDraft(key);
    done.current = !staysOpen(command);
    onSaved(record, command, id === undefined);
  };

  const refuse = (error: ApiError, form: FormEngine): void => {
    if (error.status === 409 && current !== undefined) {
      const found = parseConflict(
        page,
        error.data,
        { stored: current, values: form.values(), labels: ownLabels(form) },
        runtimeText('conflict.someone'),
      );
      if (found !== undefined) {
        setConflict(found);
        return;
      }
    }
    const homeless = form.show(error.errors);
    const placed = error.errors.find((fault) => !homeless.includes(fault));
    if (placed !== undefined) onFault(faultKey(placed));
    if (homeless.length > 0) setProblem(clauses(homeless.map((fault) => fault.msg)));
    else if (placed === undefined && error.status !== 403 && error.status < 500) {
      setProblem(error.status === 0 ? sentences(error.msg, runtimeText('form.lost')) : error.msg);
    }
  };

  const resolveConflict = (taken: readonly string[]): void => {
    if (engine === undefined || conflict === undefined || lastCommand.current === undefined) return;
    const newer = withRowsOf(conflict.current, current ?? {});
    engine.rebase(newer, taken);
    setNewest(newer);
    void send(lastCommand.current);
  };

  return {
    engine,
    stored: current,
    error: read.error,
    retry: read.retry,
    commands: formCommands(model, current, leads ? draftStep(around, current) : undefined),
    offer,
    takeOffer: () => {
      if (offer !== undefined && engine !== undefined) {
        setLeft(engine.restore(offer));
        onResume(model.fields.filter((field) => offer.touched.includes(field.id)).map((field) => field.key));
      }
      setOffer(undefined);
    },
    dropOffer: () => {
      dropLocalDraft(key);
      setOffer(undefined);
    },
    upgraded,
    lost: [...lost, ...left],
    busy,
    savedAt,
    keptAt,
    problem,
    conflict,
    resolveConflict,
    closeConflict: () => setConflict(undefined),
    run: (command) => void send(command),
    isDirty,
  };

  /** An answer without rows of children leaves those of the form as they were. */
  function withRowsOf<T extends RecordData>(record: T, source: RecordData): T {
    return {
      ...record,
      ...Object.fromEntries(tables.map((entity) => [entity, source[entity] ?? null])),
    };
  }

  function ownLabels(form: FormEngine): RecordData {
    return Object.fromEntries(
      model.fields.flatMap((field) => {
        const label = form.label(field.key);
        return label === undefined ? [] : [[labelKey(field.key), label]];
      }),
    );
  }
}
