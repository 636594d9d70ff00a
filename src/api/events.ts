import type { StreamEvent, WatchedRecord } from '../core/wire/events.ts';
import { noteRevision, requestHeaders } from './client.ts';
import { createSilence, openStream, readStream } from './read-stream.ts';
import { currentTenantId, session, useSession } from './session.ts';

/** What has changed; `open`: the stream has begun, so that what is shown may be out of date. */
export interface ServerEvent extends Omit<StreamEvent, 'topic'> {
  readonly topic: StreamEvent['topic'] | 'open';
}

/** How a component listens. */
interface SubscribeOptions {
  /** Records whose changes it wants; at most 20 of a tab. Default none. */
  readonly records?: readonly WatchedRecord[];
  /** Entities of which any change is wanted, without which record it was; at most 5 of a tab. Default none. */
  readonly entities?: readonly string[];
  /** Is told however long the tab is hidden, since somebody listens for it. Default false. */
  readonly hidden?: boolean;
}

interface Subscription {
  readonly listener: (event: ServerEvent) => void;
  readonly records: readonly WatchedRecord[];
  readonly entities: readonly string[];
  readonly hidden: boolean;
}

/** First wait before coming again, in milliseconds; doubled with each failure up to the longest. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
/** Wait after the server refused for too many streams. */
const CROWDED_WAIT = 60_000;
/** Milliseconds that a hidden tab keeps its stream. */
const HIDDEN_FOR = 300_000;
/** Milliseconds in which changes of the subscriptions are gathered before the stream is opened anew. */
const GATHER = 50;
const MOST_RECORDS = 20;
const MOST_ENTITIES = 5;

/** A stream that has begun, and what it was asked for. */
interface Standing {
  readonly controller: AbortController;
  readonly want: string;
}

const subscriptions = new Set<Subscription>();
/** The stream that is wanted, begun or not. */
let current: AbortController | undefined;
/** The stream that tells; another than the wanted one until that has begun. */
let standing: Standing | undefined;
let asked = '';
let failures = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;
let paused = false;
let watching = false;

/**
 * Listens to what changes on the server, until the function given back is called. All components of a tab share one
 * stream: it is open while somebody listens and a person is signed in, comes again by itself after a break, and rests
 * while the tab has been hidden for five minutes, unless somebody wants it then too. Every `open` says that events may have been missed; where a stream takes
 * the place of another without a gap, only who listens to something new is told so.
 */
export function subscribeEvents(listener: (event: ServerEvent) => void, options: SubscribeOptions = {}): () => void {
  const { records = [], entities = [], hidden = false } = options;
  const subscription: Subscription = { listener, records, entities, hidden };
  subscriptions.add(subscription);
  watchTab();
  plan(GATHER);
  return () => {
    if (subscriptions.delete(subscription)) plan(GATHER);
  };
}

/** Whose stream it is, and which records it tells of; '' where there is to be none. */
function wanted(): string {
  const state = session();
  if (subscriptions.size === 0 || paused || state.token === '') return '';
  const records = new Set(
    [...subscriptions].flatMap((subscription) =>
      subscription.records.map(({ entityKey, recordId }) => `${entityKey}:${recordId}`),
    ),
  );
  const entities = new Set([...subscriptions].flatMap((subscription) => subscription.entities));
  return JSON.stringify([
    state.userInfo?.userId ?? '',
    currentTenantId(state),
    [...records].sort().slice(0, MOST_RECORDS).join(','),
    [...entities].sort().slice(0, MOST_ENTITIES).join(','),
  ]);
}

function plan(after: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    waiting = undefined;
    settle();
  }, after);
}

/** Opens, ends or replaces the stream, so that it is the wanted one; one for the same person stays until the next begins. */
function settle(): void {
  const want = wanted();
  if (want === asked && current !== undefined) return;
  if (current !== standing?.controller) current?.abort();
  if (standing !== undefined && readerOf(standing.want) !== readerOf(want)) endStanding();
  current = undefined;
  asked = want;
  if (want === '') return;
  const controller = new AbortController();
  current = controller;
  void run(controller, want);
}

function endStanding(): void {
  standing?.controller.abort();
  standing = undefined;
}

/** Gives up the stream that stands where there is no room for its successor beside it; false where none stands. */
function makeRoom(): boolean {
  const stood = standing !== undefined;
  endStanding();
  return stood;
}

/** The person and the company of a stream; '' of none. */
function readerOf(want: string): string {
  return want === '' ? '' : JSON.stringify((JSON.parse(want) as readonly string[]).slice(0, 2));
}

/** A stream has begun: it takes the place of the one before, and those are told who may have missed something. */
function begin(next: Standing): void {
  failures = 0;
  const before = standing;
  standing = next;
  before?.controller.abort();
  emit({ topic: 'open' }, before === undefined ? undefined : heardBy(before.want));
}

/** Whether a stream told of all that somebody listens to. */
function heardBy(want: string): (subscription: Subscription) => boolean {
  const [, , records = '', entities = ''] = JSON.parse(want) as readonly string[];
  const told = new Set([...records.split(','), ...entities.split(',')]);
  return (subscription) =>
    subscription.records.every(({ entityKey, recordId }) => told.has(`${entityKey}:${recordId}`)) &&
    subscription.entities.every((entity) => told.has(entity));
}

async function run(controller: AbortController, want: string): Promise<void> {
  const wait = await follow(controller, want).catch(() => undefined);
  if (standing?.controller === controller) standing = undefined;
  if (current !== controller) return;
  current = undefined;
  asked = '';
  if (wait === undefined) plan(backOff());
  else if (wait > 0) plan(wait);
}

// Spread, so that the browsers of a plant do not all come at once when its server is back.
function backOff(): number {
  failures += 1;
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures - 1, 10));
  return longest / 2 + Math.random() * (longest / 2);
}

/**
 * Reads one stream to its end; gives the wait before the next: 0 where only another session brings one, undefined after
 * a break.
 */
async function follow(controller: AbortController, want: string): Promise<number | undefined> {
  const [, tenantId, records, entities] = JSON.parse(want) as [string, string, string, string];
  const wishes = Object.entries({ records, entities }).filter(([, wish]) => wish !== '');
  const query = Object.fromEntries(wishes);
  const silence = createSilence(() => controller.abort());
  const { token } = session();
  // A token ends with its hour; another one may have taken its place meanwhile.
  const signedOut = () => (session().token === token ? 0 : GATHER);
  try {
    const headers = requestHeaders(token, tenantId);
    const response = await openStream('events', query, { headers, signal: controller.signal });
    if (response.status === 401 || response.status === 403) return signedOut();
    if (response.status === 429) return makeRoom() ? GATHER : CROWDED_WAIT;
    if (!response.ok || response.body === null) throw new Error(`events: ${response.status}`);
    let reason = '';
    await readStream(response.body, silence.heard, (event, data) => {
      if (event === 'end') reason = String(data.reason);
      else if (event === 'open') {
        noteRevision(data.revision);
        begin({ controller, want });
      } else emit(data as unknown as ServerEvent);
    });
    if (reason === 'sessionEnded') return signedOut();
    return undefined;
  } finally {
    silence.end();
  }
}

/** Tells all whom an event is for, except those who are left out. */
function emit(event: ServerEvent, leftOut: (subscription: Subscription) => boolean = () => false): void {
  for (const subscription of [...subscriptions]) {
    const { listener, records, entities } = subscription;
    if (leftOut(subscription)) continue;
    if (event.topic === 'entity' && !entities.includes(event.entityKey ?? '')) continue;
    const theirs =
      event.topic !== 'record' ||
      records.some(({ entityKey, recordId }) => entityKey === event.entityKey && recordId === event.recordId);
    if (theirs) listener(event);
  }
}

/** Follows the session (sign-in, logout, another company, a new token) and the tab's visibility. */
function watchTab(): void {
  if (watching) return;
  watching = true;
  useSession.subscribe((state, before) => {
    // A stream that ended with its token comes again with the next one.
    const renewed = state.token !== before.token && current === undefined;
    if (renewed || wanted() !== asked) plan(GATHER);
  });
  if (typeof document === 'undefined') return;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') {
      hiding = setTimeout(() => {
        if ([...subscriptions].some((subscription) => subscription.hidden)) return;
        paused = true;
        plan(0);
      }, HIDDEN_FOR);
    } else if (paused || current === undefined) {
      paused = false;
      plan(0);
    }
  });
}
