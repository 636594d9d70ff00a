import { ApiError } from '../../../api/faults.ts';
import type { DashboardAnswer, TileAnswer } from '../../../core/wire/joint.ts';

/** Why nothing new comes. */
type WallTrouble = 'offline' | 'unknown' | 'crowded';

/** What a wall shows. */
export interface WallState {
  readonly tiles: ReadonlyMap<string, TileAnswer>;
  /** Server's time of the last answer, in milliseconds; undefined before the first. */
  readonly readAt: number | undefined;
  readonly trouble: WallTrouble | undefined;
}

export const NOTHING_YET: WallState = { tiles: new Map(), readAt: undefined, trouble: undefined };

/** Milliseconds until what failed is tried again: a server that was restarted is found within ten seconds. */
const RETRY = 3_000;
/** Milliseconds until it is tried again where trying more often helps nobody. */
const RETRY_REFUSED = 60_000;
/** Bounds of the milliseconds between two answers. */
const SOONEST = 5_000;
const LATEST = 60_000;

interface FeedOptions {
  ask(signal: AbortSignal): Promise<DashboardAnswer>;
  now(): number;
  onState(state: WallState): void;
}

/** Asks for the tiles again and again, whatever fails; gives the function that ends it. */
export function startFeed({ ask, now, onState }: FeedOptions): () => void {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let state = NOTHING_YET;

  const tell = (next: WallState, wait: number): void => {
    if (end.signal.aborted) return;
    state = next;
    onState(state);
    timer = setTimeout(() => void turn(), wait);
  };
  const turn = async (): Promise<void> => {
    if (asking || end.signal.aborted) return;
    clearTimeout(timer);
    asking = true;
    try {
      const { tiles, refresh } = await ask(end.signal);
      asking = false;
      const kept = new Map(tiles.map((tile) => [tile.key, tile] as const));
      const wait = Math.min(Math.max(refresh * 1_000, SOONEST), LATEST);
      tell({ tiles: kept, readAt: now(), trouble: undefined }, wait);
    } catch (error) {
      asking = false;
      const trouble = troubleOf(error);
      tell({ ...state, trouble }, trouble === 'offline' ? RETRY : RETRY_REFUSED);
    }
  };
  // The network says when it is back; waiting for the next turn would only be slower.
  const back = (): void => void turn();
  window.addEventListener('online', back);
  void turn();
  return () => {
    window.removeEventListener('online', back);
    clearTimeout(timer);
    end.abort();
  };
}

function troubleOf(error: unknown): WallTrouble {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 429) return 'crowded';
  return status === 400 || status === 403 || status === 404 ? 'unknown' : 'offline';
}

/** Milliseconds after which data are old. */
const OLD = 120_000;

/** Whether what is shown is older than two minutes. */
export function isOld({ readAt }: WallState, now: number): boolean {
  return readAt !== undefined && now - readAt > OLD;
}
