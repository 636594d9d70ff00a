import { App } from 'antd';
import { createContext, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { ApiError } from '../../api/faults.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import { newKey } from '../../api/new-key.ts';
import { type ActionPlan, recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { HeldItem } from '../../core/wire/held-item.ts';
import type { LongJob } from '../../core/wire/long-job.ts';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { UNDO_SECONDS, UndoMessage } from '../../ui/UndoMessage.tsx';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { afterTransition } from '../flow/next-step.ts';
import type { FormState } from '../form/RecordForm.tsx';
import { showLongJobs } from '../long-jobs/long-jobs.ts';
import { jobText } from '../long-jobs/text.ts';
import { type RecordData, recordName } from '../model/record-view.ts';
import { isSited } from '../site/useSiteAsk.ts';
import { runtimeText } from '../text.ts';
import { copyOf, rowsToCopy } from './copy-record.ts';
import { fireTogether, fireTransition, performAction, performBatch, printRecords } from './perform-action.ts';
import { removalHint, useUndoRemoval } from './useUndoRemoval.tsx';

const AskDialog = lazyPiece(
  () => import('./AskDialog.tsx').then((module) => module.AskDialog),
  ({ onClose }) => onClose(),
);
const HeldItemDialog = lazyPiece(
  () => import('./HeldItemDialog.tsx').then((module) => module.HeldItemDialog),
  ({ onClose }) => onClose(),
);
const ScanCodeDialog = lazyPiece(
  () => import('../scan/ScanCodeDialog.tsx').then((module) => module.ScanCodeDialog),
  ({ onClose }) => onClose(),
);
const PublicLinkDialog = lazyPiece(
  () => import('../intake/PublicLinkDialog.tsx').then((module) => module.PublicLinkDialog),
  ({ onClose }) => onClose(),
);
const OpenAuthorDialog = lazyPiece(
  () => import('../scan/OpenAuthorDialog.tsx').then((module) => module.OpenAuthorDialog),
  ({ onClose }) => onClose(),
);
const TransitionDialog = lazyPiece(
  () => import('../flow/TransitionDialog.tsx').then((module) => module.TransitionDialog),
  ({ onClose }) => onClose(),
);

/** Runs the buttons of a page. */
interface Actions {
  /** Confirms, asks, calls, refreshes and tells; `records` are those it is about, none for the page's own buttons. */
  readonly run: (plan: ActionPlan, records: readonly WireRecord[], options?: RunOptions) => void;
  /** Whether the button is at work, on the record where one is given. */
  readonly busy: (plan: ActionPlan, record?: WireRecord) => boolean;
}

export interface RunOptions {
  /** Path to return to from a form; the list by default. */
  readonly from?: string;
  /** Called when the action was done. */
  readonly onDone?: () => void;
  /** Leaves the page of a record that was removed. */
  readonly onRemoved?: (() => void) | undefined;
  /** Whether an address led here and nobody has pressed the button: what asks for nothing is confirmed first. */
  readonly led?: boolean;
  /** What was scanned already, where a code led here. */
  readonly scanned?: string;
}

const ActionsContext = createContext<Actions | undefined>(undefined);

/** The actions of the page around a part of it. */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (actions === undefined) throw new Error('ActionsProvider is missing above a button of a generated page');
  return actions;
}

interface Asking {
  readonly plan: ActionPlan;
  readonly record: WireRecord | undefined;
  /** Records that are asked about together; undefined for one. */
  readonly several?: readonly WireRecord[];
  readonly options: RunOptions;
  /** One key for the dialog, so that a second press is stored once. */
  readonly key: string;
}

/** An item of a dictionary that was to be removed, and that records hold. */
interface Held {
  readonly record: WireRecord;
  readonly item: HeldItem;
  readonly options: RunOptions;
}

/** What a refused removal says about the records that hold the item; undefined where it was refused for another reason. */
function heldItem(error: unknown): HeldItem | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'uses' in data ? (data as HeldItem) : undefined;
}

function busyKey(plan: ActionPlan, record: WireRecord | undefined): string {
  return `${plan.key}/${record?.id ?? ''}`;
}

/** Gives the parts of a page their action engine, and holds its dialogs. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const { page, open, changed } = useEntityPage();
  const { message } = App.useApp();
  const undoable = useUndoRemoval();
  const { pathname } = useLocation();
  const confirm = useConfirm(pathname);
  const navigate = useNavigate();
  const [working, setWorking] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Asking>();
  const [held, setHeld] = useState<Held>();
  /** A dialog that shows something of a record and sends nothing that the list would tell. */
  const [linking, setLinking] = useState(false);
  const unlink = useCallback(() => setLinking(false), []);
  const [shown, setShown] = useState<{ readonly plan: ActionPlan; readonly record: WireRecord }>();
  // Two presses in one frame see the same state; this is what the first one leaves behind at once.
  const started = useRef(new Set<string>());

  // What this page has written itself it has seen, also before it was read again.
  const written = useRef(new Map<string, number>());
  const noteWritten = (answer: unknown): void => {
    if (typeof answer !== 'object' || answer === null) return;
    const { id, version } = answer as { readonly id?: unknown; readonly version?: unknown };
    if (typeof id === 'string' && typeof version === 'number') written.current.set(id, version);
  };
  const asWritten = (record: WireRecord): WireRecord => {
    const own = written.current.get(record.id) ?? 0;
    return own > record.version ? { ...record, version: own } : record;
  };

  const begin = (key: string): boolean => {
    if (started.current.has(key)) return false;
    started.current.add(key);
    setWorking(new Set(started.current));
    return true;
  };
  const end = (key: string): void => {
    started.current.delete(key);
    setWorking(new Set(started.current));
  };

  const done = (plan: ActionPlan, record: WireRecord | undefined, options: RunOptions): void => {
    // Whose own page it is has nothing to read again.
    if (plan.kind === 'delete' && options.onRemoved !== undefined && page.model.retire === undefined)
      options.onRemoved();
    else changed();
    if (plan.kind === 'delete') {
      const text = plan.message ?? runtimeText('action.deleted');
      undoable(page.model, { ids: record === undefined ? [] : [record.id], text, back: changed });
    } else void message.success(plan.message ?? runtimeText('action.done'));
    options.onDone?.();
  };

  const confirmOne = (
    plan: ActionPlan,
    record: WireRecord | undefined,
    { led = false }: RunOptions,
  ): Promise<boolean> => {
    const name = record === undefined ? page.model.title : recordName(page, record);
    if (plan.kind === 'delete') {
      return confirm({
        title: runtimeText('action.delete.title', { name }),
        consequence: plan.confirm ?? removalHint(page.model),
        okText: plan.title,
        danger: true,
      });
    }
    if (plan.confirm === undefined && !plan.danger && !led) return Promise.resolve(true);
    return confirm({
      title: runtimeText('action.confirmOne', { name, action: plan.title }),
      consequence: plan.confirm,
      okText: plan.title,
      danger: plan.danger,
    });
  };

  /** The transition of a button; undefined where it is none. */
  const transitionOf = (plan: ActionPlan) =>
    plan.kind === 'custom' || !Object.hasOwn(page.model.transitions, plan.key)
      ? undefined
      : page.model.transitions[plan.key];

  /** Whether a transition asks for something before it is fired: fields, a row, who gets copies. */
  const isAsking = (plan: ActionPlan, record: WireRecord): boolean =>
    plan.asks.length > 0 ||
    plan.scans === true ||
    isSited(plan, record) ||
    plan.writes !== undefined ||
    transitionOf(plan)?.approve !== undefined;

  const runOne = async (plan: ActionPlan, record: WireRecord | undefined, options: RunOptions): Promise<void> => {
    if (plan.kind === 'publicLink') {
      setLinking(true);
      return;
    }
    if (record !== undefined && (plan.kind === 'scanCode' || plan.kind === 'openAuthor')) {
      setShown({ plan, record });
      return;
    }
    if (record !== undefined && transitionOf(plan) !== undefined && isAsking(plan, record)) {
      setAsking({ plan, record, options, key: newKey() });
      return;
    }
    if (plan.asks.length > 0) {
      setAsking({ plan, record, options, key: newKey() });
      return;
    }
    if (!(await confirmOne(plan, record, options))) return;
    const key = busyKey(plan, record);
    if (!begin(key)) return;
    try {
      if (plan.kind === 'print' && record !== undefined) {
        tellPrinted(await printRecords(page, plan, [record], recordName(page, record)));
        return;
      }
      const quiet = plan.kind === 'delete' ? [400] : false;
      await performAction(page, plan, record && asWritten(record), {}, { idempotencyKey: newKey(), quiet });
      done(plan, record, options);
    } catch (error) {
      const item = plan.kind === 'delete' ? heldItem(error) : undefined;
      if (record !== undefined && item !== undefined) setHeld({ record, item, options });
      else tell(error, plan.kind === 'delete');
    } finally {
      end(key);
    }
  };

  // Other failures were told by the client; a race is the page's own to tell, with what there is now.
  const tell = (error: unknown, refused = false): void => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409 || (refused && error.status === 400)) void message.warning(error.msg);
    if (error.status === 409 || error.status === 404) changed();
  };

  /** @param job what makes the file where that takes long. */
  const tellPrinted = (job: LongJob | undefined): void => {
    if (job === undefined) void message.success(runtimeText('action.printed'));
    else {
      void message.info(jobText('job.began'));
      showLongJobs(true);
    }
  };

  /** All of them in one file, each beginning on a page of its own. */
  const printMany = async (plan: ActionPlan, records: readonly WireRecord[]): Promise<void> => {
    const [first] = records;
    const key = busyKey(plan, undefined);
    if (first === undefined || !begin(key)) return;
    const name = recordName(page, first);
    const several = runtimeText('action.printMany', { name, count: records.length });
    try {
      tellPrinted(await printRecords(page, plan, records, records.length === 1 ? name : several));
    } catch (error) {
      tell(error);
    } finally {
      end(key);
    }
  };

  /** What takes an action on several records back: of switching on switching off. */
  const turningBack = ({ kind }: ActionPlan): ActionPlan | undefined => {
    const other = kind === 'enable' ? 'disable' : kind === 'disable' ? 'enable' : undefined;
    return page.toolbar.row.find((plan) => plan.kind === other && plan.asks.length === 0);
  };

  /** Tells what was done on several records, with a button that takes it back. */
  const offerWayBack = (plan: ActionPlan, records: readonly WireRecord[], text: string): void => {
    const back = turningBack(plan);
    if (back === undefined) return;
    const tellKey = `undo-${plan.key}`;
    let taken = false;
    const take = async (): Promise<void> => {
      if (taken) return;
      taken = true;
      const { failed, reason } = await performBatch(records, (record) =>
        performAction(page, back, record, {}, { idempotencyKey: newKey(), quiet: true }),
      );
      changed();
      if (failed === 0) void message.success({ key: tellKey, content: runtimeText('action.undone'), duration: 3 });
      else {
        const count = records.length - failed;
        const content = runtimeText('action.batchPart', { done: count, failed, reason });
        void message.warning({ key: tellKey, content, duration: 3 });
      }
    };
    const content = <UndoMessage text={text} back={() => void take()} />;
    void message.success({ key: tellKey, content, duration: UNDO_SECONDS });
  };

  const runMany = async (plan: ActionPlan, records: readonly WireRecord[], options: RunOptions): Promise<void> => {
    if (plan.kind === 'print') return printMany(plan, records);
    const fit = records.filter((record) => recordActions([plan], record.abilities).length > 0);
    if (fit.length === 0) {
      void message.warning(runtimeText('action.noneFit', { action: plan.title }));
      return;
    }
    if (plan.asks.length > 0) {
      setAsking({ plan, record: undefined, several: fit, options, key: newKey() });
      return;
    }
    const { title } = page.model;
    const skipped = records.length - fit.length;
    const texts = [
      plan.confirm ?? (plan.kind === 'delete' ? removalHint(page.model) : ''),
      skipped > 0 ? runtimeText('action.skipped', { count: records.length, skipped, action: plan.title }) : '',
    ];
    const agreed = await confirm({
      title:
        plan.kind === 'delete'
          ? runtimeText('action.deleteMany.title', { count: fit.length, title })
          : runtimeText('action.confirmMany', { count: fit.length, title, action: plan.title }),
      consequence: texts.filter((text) => text !== '').join(' '),
      okText: plan.title,
      danger: plan.danger,
    });
    const key = busyKey(plan, undefined);
    if (!agreed || !begin(key)) return;
    try {
      const {
        done: finished,
        failed,
        reason,
      } = await performBatch(fit, (record) =>
        performAction(page, plan, record, {}, { idempotencyKey: newKey(), quiet: true }),
      );
      changed();
      const count = finished.length;
      const text = runtimeText('action.batchDone', { count });
      if (failed > 0) void message.warning(runtimeText('action.batchPart', { done: count, failed, reason }));
      if (plan.kind === 'delete') {
        if (count > 0) undoable(page.model, { ids: finished.map(({ id }) => id), text, back: changed });
      } else if (turningBack(plan) !== undefined && count > 0) offerWayBack(plan, finished, text);
      else if (failed === 0) void message.success(text);
      options.onDone?.();
    } finally {
      end(key);
    }
  };

  const go = (plan: ActionPlan, record: WireRecord | undefined, options: RunOptions): boolean => {
    const state: FormState = options.from === undefined ? {} : { from: options.from };
    if (plan.kind === 'add') open({ kind: 'add' }, { state });
    else if (plan.kind === 'edit' && record) open({ kind: 'edit', id: record.id }, { state });
    else if (plan.kind === 'view' && record) open({ kind: 'view', id: record.id });
    else if (plan.kind === 'copy' && record) {
      const initial = copyOf(page.model, record, (name) => runtimeText('value.copyOf', { name }));
      void rowsToCopy(page, record.id).then((rows) =>
        open({ kind: 'add' }, { state: { ...state, initial: { ...initial, ...rows } } }),
      );
    } else if (plan.page !== undefined) {
      const leaf = menuLeaves(useAccess.getState().menu).find((one) => one.code === plan.page);
      if (leaf === undefined) void message.info(runtimeText('action.notYet'));
      else navigate(record === undefined ? leaf.path : `${leaf.path}?id=${encodeURIComponent(record.id)}`);
    } else return false;
    return true;
  };

  const run = (plan: ActionPlan, records: readonly WireRecord[], options: RunOptions = {}): void => {
    const [record] = records;
    if (go(plan, record, options)) return;
    if (records.length > 1) void runMany(plan, records, options);
    // One that was ticked alone is asked all that it has to be asked.
    else void runOne(page.toolbar.row.find(({ key }) => key === plan.key) ?? plan, record, options);
  };

  const submitAsked = async (held: Asking, values: RecordData): Promise<void> => {
    const { plan, record, several, key } = held;
    if (several !== undefined) await fireTogether(page, plan, several, { values, idempotencyKey: key });
    else await performAction(page, plan, record && asWritten(record), values, { idempotencyKey: key, quiet: [400] });
    setAsking(undefined);
    done(held.plan, undefined, held.options);
  };

  const sendTransition = async (held: Asking, body: RecordData, key: string): Promise<void> => {
    const { plan, record, options } = held;
    if (record === undefined) return;
    const answer = await fireTransition(page, plan, asWritten(record), body, key);
    noteWritten(answer);
    const text = await afterTransition(page, plan.key, plan.title, record.id, answer);
    setAsking(undefined);
    done(text === undefined ? plan : { ...plan, message: plan.message ?? text }, record, options);
  };

  const busy = useCallback((plan: ActionPlan, record?: WireRecord) => working.has(busyKey(plan, record)), [working]);
  return (
    <ActionsContext value={{ run, busy }}>
      {children}
      {linking && (
        <Suspense fallback={null}>
          <PublicLinkDialog onClose={unlink} />
        </Suspense>
      )}
      {shown && (
        <Suspense fallback={null}>
          {shown.plan.kind === 'scanCode' ? (
            <ScanCodeDialog plan={shown.plan} record={shown.record} onClose={() => setShown(undefined)} />
          ) : (
            <OpenAuthorDialog record={shown.record} onClose={() => setShown(undefined)} />
          )}
        </Suspense>
      )}
      {held && (
        <Suspense fallback={null}>
          <HeldItemDialog
            record={held.record}
            held={held.item}
            onDone={(told) => {
              setHeld(undefined);
              changed();
              void message.success(told);
              held.options.onDone?.();
            }}
            onClose={() => setHeld(undefined)}
          />
        </Suspense>
      )}
      {asking && (
        <Suspense fallback={null}>
          {asking.record !== undefined && transitionOf(asking.plan) !== undefined ? (
            <TransitionDialog
              key={asking.key}
              plan={asking.plan}
              record={asking.record}
              writes={asking.plan.writes}
              approved={transitionOf(asking.plan)?.approve !== undefined}
              scanned={asking.options.scanned}
              send={(body, key) => sendTransition(asking, body, key)}
              onClose={() => setAsking(undefined)}
            />
          ) : (
            <AskDialog
              key={asking.key}
              plan={asking.plan}
              record={asking.record}
              first={asking.several?.[0]}
              count={asking.several?.length ?? 1}
              onSubmit={(values) => submitAsked(asking, values)}
              onClose={() => setAsking(undefined)}
            />
          )}
        </Suspense>
      )}
    </ActionsContext>
  );
}
