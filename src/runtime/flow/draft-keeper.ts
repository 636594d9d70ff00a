import { ApiError } from '../../api/faults.ts';
import { serverNow } from '../../api/plant-clock.ts';
import { wallClock } from '../../core/clock/wall-clock.ts';
import { type DraftOf, fetchDraft, removeDraft, saveDraft, saveDraftOnLeaving } from './flow-calls.ts';

/** Milliseconds that typing rests before it is kept. */
const KEEP_DEBOUNCE = 800;

/** Characters that a browser still sends while its page is being closed; it takes 64 KB in all. */
const LEAVING_MOST = 15_000;

/** That a draft was kept. */
export interface Kept {
  readonly where: 'server' | 'here';
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly time: string;
}

/** What this machine holds of a draft while the server cannot be reached. */
export interface DraftsHere<Content> {
  /** Gives whether there was room for it. */
  keep(content: Content): boolean;
  /** With the server's time in milliseconds; undefined where there is nothing, or it is too old. */
  read(): (Content & { readonly savedAt: number }) | undefined;
  drop(): void;
}

interface DraftKeeperOptions<Content extends object> {
  /** What it is a draft of, as calls name it. */
  readonly of: DraftOf;
  readonly here: DraftsHere<Content>;
  /** Reads what the server kept, which another build of this page may have written. */
  readonly parse: (content: unknown) => Content;
  readonly timeZone: string;
  /** What stands in the form; undefined where a person has entered nothing. */
  readonly current: () => Content | undefined;
  /** Called whenever something was kept. Default nothing. */
  readonly onKept?: (kept: Kept) => void;
}

/** Keeps the draft of one open form on the server, and on this machine for as long as that cannot be reached. */
export interface DraftKeeper<Content extends object> {
  /** What was typed before, here or on another machine, and when; undefined for nothing. */
  load(): Promise<(Content & { readonly time: string }) | undefined>;
  /** Keeps what stands in the form once typing rests. */
  readonly touch: () => void;
  /** Keeps it at once, while the page is being closed. */
  readonly leave: () => void;
  /** Keeps nothing until `resume`; settles when nothing is on its way any more. */
  pause(): Promise<void>;
  resume(): void;
  /** The form was sent, with which the server has forgotten its draft. */
  forget(): void;
  /** Throws the draft away. */
  remove(): void;
  /** The form is closed: keeps what stands in it, unless it was sent or thrown away. */
  close(): void;
}

/** Creates the keeper of a form that opens. */
export function createDraftKeeper<Content extends object>(options: DraftKeeperOptions<Content>): DraftKeeper<Content> {
  const { of, here, parse, timeZone, current, onKept = () => undefined } = options;
  const clock = (time: number) => wallClock(time, timeZone);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let work: Promise<void> = Promise.resolve();
  let held = '';
  let still = false;
  let reached = true;

  const keepHere = (content: Content) => {
    if (here.keep(content)) onKept({ where: 'here', time: clock(serverNow()) });
  };
  const store = async (content: Content, text: string): Promise<void> => {
    try {
      const { savedAt } = await saveDraft(of, content);
      held = text;
      reached = true;
      here.drop();
      onKept({ where: 'server', time: savedAt });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reached = error.status !== 0;
      // The record has passed out of reach: nobody will open this form again.
      if (error.status === 403 || error.status === 404) held = text;
      else keepHere(content);
    }
  };
  /** What is not kept yet. */
  const fresh = (): { content: Content; text: string } | undefined => {
    clearTimeout(timer);
    const content = still ? undefined : current();
    const text = JSON.stringify(content ?? null);
    return content === undefined || text === held ? undefined : { content, text };
  };
  const flush = () => {
    const left = fresh();
    if (left !== undefined) work = work.then(() => store(left.content, left.text));
  };
  const touch = () => {
    clearTimeout(timer);
    if (!still) timer = setTimeout(flush, KEEP_DEBOUNCE);
  };
  const stop = () => {
    clearTimeout(timer);
    still = true;
  };

  return {
    touch,
    async load() {
      const kept = here.read();
      const local = kept === undefined ? undefined : { ...kept, time: clock(kept.savedAt) };
      try {
        const stored = await fetchDraft(of);
        if (stored === null || (local !== undefined && local.time > stored.savedAt)) return local;
        here.drop();
        const content = parse(stored.content);
        held = JSON.stringify(content);
        return { ...content, time: stored.savedAt };
      } catch {
        return local;
      }
    },
    leave() {
      const left = fresh();
      if (left === undefined) return;
      if (reached && navigator.onLine && left.text.length < LEAVING_MOST) saveDraftOnLeaving(of, left.content);
      else here.keep(left.content);
    },
    pause() {
      stop();
      return work;
    },
    resume() {
      still = false;
      touch();
    },
    forget() {
      stop();
      here.drop();
    },
    remove() {
      stop();
      here.drop();
      // What cannot be removed now is overwritten by what is typed next, or swept one day.
      work = work.then(() => removeDraft(of)).catch(() => undefined);
    },
    close: flush,
  };
}
