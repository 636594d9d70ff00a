import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { fetchPublished, fetchPublishedBy } from '../../../api/public.ts';
import { followPublishedBy } from '../../../api/published-events.ts';
import { type ScreenPrograms, screenPrograms, type Told } from './screen-programs.ts';

/** Milliseconds after which a screen asks for itself anew, and for its programs where no stream tells of them. */
const ASK_EVERY = 60_000;

/** `gone`: there is no such screen, or it is out of use. `away`: nothing is known of it yet, and nothing can be had. */
type ScreenState = 'loading' | 'playing' | 'gone' | 'away';

interface Kept {
  readonly state: ScreenState;
  readonly screen: ScreenPrograms | undefined;
}

/** Under which name a browser keeps what belongs to a screen. */
export const screenPlace = (id: string, tenantId: string | undefined): string => `anlan-led/${tenantId ?? ''}/${id}`;

/**
 * What is released to a screen, as soon as it is: a stream tells of it, and where none stands it is asked for each minute.
 * It is kept in the browser: a screen without a network goes on playing, also after its machine was restarted, until the
 * dates of its programs are over.
 */
export function useScreenPrograms(id: string, tenantId: string | undefined): Kept {
  const place = screenPlace(id, tenantId);
  const [kept, setKept] = useState<Kept>(() => remembered(place));
  useEffect(() => {
    setKept(remembered(place));
    if (id === '') return;
    const abort = new AbortController();
    const company = tenantId === undefined ? {} : { tenantId };
    const programs = { entity: 'ledProgram', by: 'screenIds', id, ...company };
    let head: Told | undefined;
    let told: readonly Told[] | undefined;
    let stands = false;

    const show = () => {
      if (head === undefined || told === undefined) return;
      const found = screenPrograms(head, told);
      remember(place, found);
      setKept({ state: 'playing', screen: found });
    };
    const ask = async () => {
      try {
        const [screen, released] = await Promise.all([
          fetchPublished({ entity: 'ledScreen', id, ...company }, abort.signal),
          stands ? told : fetchPublishedBy(programs, abort.signal),
        ]);
        head = screen;
        // What the stream told meanwhile is newer.
        if (!stands) told = released;
        show();
      } catch (error) {
        if (abort.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        const gone = error.status === 404;
        if (gone) {
          head = undefined;
          forget(place);
        }
        setKept((before) =>
          gone
            ? { state: 'gone', screen: undefined }
            : { ...before, state: before.screen === undefined ? 'away' : 'playing' },
        );
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY);
    const unfollow = followPublishedBy(
      programs,
      (records) => {
        told = records;
        show();
      },
      (now) => {
        // Whoever has come back asks for the screen too, which may be out of use by now.
        if (now && !stands && head === undefined) void ask();
        stands = now;
      },
    );
    return () => {
      abort.abort();
      clearInterval(timer);
      unfollow();
    };
  }, [id, tenantId, place]);
  return kept;
}

function remembered(place: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<ScreenPrograms> | null;
    // What an older version kept may be something else.
    if (kept !== null && Array.isArray(kept.programs) && kept.programs.every(({ media }) => Array.isArray(media)))
      return { state: 'playing', screen: kept as ScreenPrograms };
  } catch {
    // A browser that keeps nothing, or something else, asks the server.
  }
  return { state: 'loading', screen: undefined };
}

function remember(place: string, screen: ScreenPrograms): void {
  try {
    localStorage.setItem(place, JSON.stringify(screen));
  } catch {
    // Without room it plays as long as the page is open.
  }
}

function forget(place: string): void {
  try {
    localStorage.removeItem(place);
  } catch {
    // Nothing was kept.
  }
}
