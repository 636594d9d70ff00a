import { exclusively } from '../../src/api/exclusive.ts';
import { ApiError } from '../../src/api/faults.ts';
import { type InOutbox, type Outbox, openOutbox } from '../../src/api/outbox.ts';
import { currentTenantId, session } from '../../src/api/session.ts';
import type { DesignStep } from '../../src/core/overlay/design-log.ts';
import type { DesignEntry, DesignTaken } from '../../src/core/wire/design.ts';
import { type KnownDraft, sendStep } from './design-calls.ts';

/** Why the server has not taken a step. */
interface Refusal {
  readonly message: string;
  /** What others have done to the same meanwhile; none for another reason. */
  readonly theirs: readonly DesignEntry[];
}

/** A step that was done here and is not in the draft, with what was seen of the draft when it was done. */
export interface OwnStep {
  readonly known: KnownDraft;
  readonly step: DesignStep;
  readonly refused?: Refusal;
}

/** Steps that were done and are not in the draft. */
export interface QueueState {
  /** On their way, the oldest first. */
  readonly waiting: readonly OwnStep[];
  /** Those that the server has not taken, until whoever did them has decided. */
  readonly refused: readonly OwnStep[];
  /** Whether the server cannot be reached. */
  readonly stalled: boolean;
  /** Whether all of them would be found again if the browser were killed now. */
  readonly kept: boolean;
}

/** What has become of a step. */
export type StepEvent =
  | { readonly event: 'kept'; readonly kept: InOutbox<OwnStep> }
  | { readonly event: 'taken'; readonly key: number; readonly taken: DesignTaken }
  | { readonly event: 'dropped'; readonly keys: readonly number[] };

/** One person's steps on their way to the server, over all tabs. */
export interface StepQueue {
  state(): QueueState;
  /** Tells of each change, with what has become of a step where that is why. */
  on(listener: (event?: StepEvent) => void): () => void;
  add(own: OwnStep): void;
  /** Has a refused step sent again, over what is known by now. */
  again(id: string, known: KnownDraft): void;
  /** Forgets steps; default all of them. */
  forget(ids?: readonly string[]): void;
  /** Finds what an earlier page has left, and sends it. */
  resume(): void;
}

/** Milliseconds until the next try: first, at most, and while another tab is sending. */
const RETRY = { first: 1_000, most: 30_000, beside: 300 } as const;

/** Statuses after which the same may well be taken later. */
const LATER: readonly number[] = [0, 401, 408, 429, 502, 503, 504];

interface QueueOptions {
  readonly outbox: Outbox<OwnStep>;
  /** Name under which one tab at a time sends. */
  readonly lock: string;
  /** Whether whoever's steps they are is still signed in here. */
  readonly mine: () => boolean;
  readonly send: (known: KnownDraft, step: DesignStep) => Promise<DesignTaken>;
  /** Tells other tabs, and hears of them. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
}

/** Creates a queue over what is kept; `stepQueue` gives that of a person. */
export function createStepQueue({ outbox, lock, mine, send, channel }: QueueOptions): StepQueue {
  /** Steps that are on the disk, and those that are on their way there. */
  let kept: readonly InOutbox<OwnStep>[] = [];
  let fresh: readonly OwnStep[] = [];
  let state: QueueState = { waiting: [], refused: [], stalled: false, kept: true };
  let wait: number = RETRY.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;
  const listeners = new Set<(event?: StepEvent) => void>();

  const tell = (stalled: boolean, event?: StepEvent) => {
    const all = [...kept.map(({ item }) => item), ...fresh];
    const isRefused = ({ refused }: OwnStep) => refused !== undefined;
    state = {
      waiting: same(
        state.waiting,
        all.filter((own) => !isRefused(own)),
      ),
      refused: same(state.refused, all.filter(isRefused)),
      stalled,
      kept: fresh.length === 0 && kept.every(({ passing }) => passing !== true),
    };
    for (const listener of listeners) listener(event);
  };
  const hear = (event: StepEvent) => {
    if (event.event === 'kept') {
      const { key } = event.kept;
      const isKnown = kept.some((each) => each.key === key);
      kept = isKnown ? kept.map((each) => (each.key === key ? event.kept : each)) : [...kept, event.kept];
    } else {
      const gone = event.event === 'taken' ? [event.key] : event.keys;
      kept = kept.filter(({ key }) => !gone.includes(key));
    }
    tell(state.stalled && event.event !== 'taken', event);
  };
  const note = (event: StepEvent) => {
    hear(event);
    channel.postMessage(event);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<StepEvent>) => hear(data));

  /** Sends what waits, the oldest first; says whether some of it has to wait. */
  const sendAll = async (): Promise<'done' | 'later'> => {
    for (;;) {
      const next = (await outbox.all()).find(({ item }) => item.refused === undefined);
      if (next === undefined || !mine()) return 'done';
      const { key, item } = next;
      try {
        const taken = await send(item.known, item.step);
        await outbox.drop([key]);
        note({ event: 'taken', key, taken });
      } catch (error) {
        if (error instanceof ApiError && LATER.includes(error.status)) return 'later';
        const theirs = error instanceof ApiError && Array.isArray(error.data) ? error.data : [];
        const refused = { message: error instanceof Error ? error.message : String(error), theirs };
        const changed = { key, item: { ...item, refused } };
        // What was given up meanwhile is not asked about.
        if (await outbox.change(changed)) note({ event: 'kept', kept: changed });
      }
    }
  };
  const later = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void drain(), milliseconds);
  };
  const drain = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    const outcome = await exclusively(lock, sendAll).finally(() => {
      sending = false;
    });
    if (outcome === 'later') {
      tell(true);
      later(wait);
      wait = Math.min(2 * wait, RETRY.most);
      return;
    }
    wait = RETRY.first;
    if (state.stalled) tell(false);
    // Another tab is at it; or a step was kept just when all had been sent.
    if (kept.some(({ item }) => item.refused === undefined) && mine()) later(outcome === undefined ? RETRY.beside : 0);
  };

  return {
    state: () => state,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(own) {
      fresh = [...fresh, own];
      tell(state.stalled);
      void outbox.keep(own).then((made) => {
        fresh = fresh.filter((each) => each !== own);
        note({ event: 'kept', kept: made });
        void drain();
      });
    },
    again(id, known) {
      const found = kept.find(({ item }) => item.step.id === id);
      if (found === undefined) return;
      const made = { key: found.key, item: { known, step: found.item.step } };
      void outbox.change(made).then((isThere) => {
        if (!isThere) return;
        note({ event: 'kept', kept: made });
        void drain();
      });
    },
    forget(ids) {
      const keys = kept.flatMap(({ key, item }) => (ids === undefined || ids.includes(item.step.id) ? [key] : []));
      void outbox.drop(keys).then(() => note({ event: 'dropped', keys }));
    },
    resume() {
      void outbox.all().then((all) => {
        kept = all;
        tell(state.stalled);
        void drain();
      });
    },
  };
}

/** The list that was before, where it holds the same: what shows it need not be drawn again. */
const same = (before: readonly OwnStep[], now: readonly OwnStep[]): readonly OwnStep[] =>
  before.length === now.length && before.every((own, index) => own === now[index]) ? before : now;

const queues = new Map<string, StepQueue>();

/** The queue of whoever is signed in, for the company that he looks at. */
export function stepQueue(): StepQueue {
  const ownerNow = () => `${currentTenantId()}/${session().userInfo?.userId ?? ''}`;
  const owner = ownerNow();
  const known = queues.get(owner);
  if (known !== undefined) return known;
  const name = `anlan-design/${owner}`;
  const made = createStepQueue({
    outbox: openOutbox(name),
    lock: name,
    mine: () => ownerNow() === owner,
    send: sendStep,
    channel: new BroadcastChannel(name),
  });
  queues.set(owner, made);
  addEventListener('online', made.resume);
  return made;
}
