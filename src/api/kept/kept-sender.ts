import { DEVICE_TIME_HEADER } from '../../core/wire/kept-answer.ts';
import { requestOperation } from '../client.ts';
import { exclusively } from '../exclusive.ts';
import { uploadFile } from '../files.ts';
import { machineNow } from '../plant-clock.ts';
import { keptOwner, noteKept } from './kept-owner.ts';
import { answersOf, keepAnswer, releaseDrafts, sweepKept } from './kept-store.ts';
import type { KeptAnswer } from './kept-types.ts';
import { type KeptCalls, sendAnswers } from './send-answers.ts';

/** Milliseconds between two attempts while something waits. */
const AGAIN = 15_000;

const LOCK = 'anlan-kept-sender';
const CHANNEL = 'anlan-kept';

type Listener = () => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running = false;
let asked = false;

/** Tells whenever what is kept has changed, in this tab or another. Gives the function that ends it. */
export function onKeptChange(listener: Listener): () => void {
  channel ??= listening();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function listening(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const made = new BroadcastChannel(CHANNEL);
  made.addEventListener('message', () => tellHere());
  return made;
}

function tellHere(): void {
  for (const listener of [...listeners]) listener();
}

/** Tells all tabs that what is kept has changed. */
export function keptChanged(): void {
  channel ??= listening();
  channel?.postMessage(null);
  tellHere();
}

const calls: KeptCalls = {
  async upload(photo, key) {
    const { name, type, lastModified, content } = photo;
    const stored = await uploadFile(new File([content], name, { type, lastModified }), {
      quiet: true,
      idempotencyKey: key,
    });
    return stored.attachId;
  },
  send: ({ key, call, deviceTime }, body) =>
    requestOperation(
      { kind: 'save', method: 'POST' },
      {
        service: call.service,
        path: call.path,
        query: call.page === undefined ? {} : { page: call.page },
        body,
        idempotencyKey: key,
        headers: { [DEVICE_TIME_HEADER]: deviceTime },
        quiet: true,
      },
    ),
};

/** Keeps an answer and sends it as soon as there is a way. Throws DeviceFullError where the device has no room. */
export async function keepAndSend(given: Omit<KeptAnswer, 'order' | 'refused'>): Promise<void> {
  await keepAnswer(given);
  noteKept();
  keptChanged();
  void sendKept();
}

/** Keeps what is being written, so that a browser which is killed has it; it goes up with `releaseAndSend`. */
export async function keepWriting(given: Omit<KeptAnswer, 'order' | 'refused' | 'draft'>): Promise<void> {
  await keepAnswer({ ...given, draft: true });
  noteKept();
  keptChanged();
}

/** Sends what was being written too; of one place, or everywhere. */
export async function releaseAndSend(place?: string): Promise<void> {
  const owner = keptOwner();
  if (owner === undefined) return;
  await releaseDrafts(owner, place);
  await sendKept();
}

/** Sends what waits, in one tab at a time; looks again by itself while something is left. */
export async function sendKept(): Promise<void> {
  asked = true;
  if (running) return;
  running = true;
  clearTimeout(timer);
  try {
    while (asked) {
      asked = false;
      await sendOnce();
    }
  } catch {
    // A store that cannot be read now is looked at again with the next answer, and when the page is opened anew.
  } finally {
    running = false;
  }
  const owner = keptOwner();
  // Another tab may be sending, the network may be away; only waiting answers are looked at again.
  const left = owner === undefined ? [] : await answersOf(owner).catch(() => []);
  if (left.some(({ refused, draft }) => refused === undefined && draft !== true))
    timer = setTimeout(() => void sendKept(), AGAIN);
}

async function sendOnce(): Promise<void> {
  const owner = keptOwner();
  if (owner === undefined) return;
  await exclusively(LOCK, () =>
    sendAnswers({ owner, calls, isHis: () => keptOwner() === owner, now: machineNow, onChange: keptChanged }),
  );
}

/** Sends what waits now, whenever the network comes back, and whenever the page is looked at again. Gives the end of it. */
export function startKeptSender(): () => void {
  const go = (): void => void sendKept();
  const look = (): void => {
    if (document.visibilityState === 'visible') go();
  };
  window.addEventListener('online', go);
  document.addEventListener('visibilitychange', look);
  const owner = keptOwner();
  if (owner !== undefined) void sweepKept(owner, machineNow()).catch(() => undefined);
  // What was being written when the program ended is not written on.
  void releaseAndSend().catch(go);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', go);
    document.removeEventListener('visibilitychange', look);
  };
}
