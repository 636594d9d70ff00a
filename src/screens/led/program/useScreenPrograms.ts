import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { fetchPublished, fetchPublishedBy } from '../../../api/public.ts';
import { type ScreenPrograms, screenPrograms } from './screen-programs.ts';

/** Milliseconds after which a screen asks for its programs anew. */
const ASK_EVERY = 60_000;

/** `gone`: there is no such screen, or it is out of use. `away`: nothing is known of it yet, and nothing can be had. */
type ScreenState = 'loading' | 'playing' | 'gone' | 'away';

interface Kept {
  readonly state: ScreenState;
  readonly screen: ScreenPrograms | undefined;
}

/**
 * What is released to a screen. It is kept in the browser: a screen without a network goes on playing, also after its
 * machine was restarted, until the dates of its programs are over.
 */
export function useScreenPrograms(id: string, tenantId: string | undefined): Kept {
  const place = `anlan-led/${tenantId ?? ''}/${id}`;
  const [kept, setKept] = useState<Kept>(() => remembered(place));
  useEffect(() => {
    setKept(remembered(place));
    if (id === '') return;
    const abort = new AbortController();
    const company = tenantId === undefined ? {} : { tenantId };
    const ask = async () => {
      try {
        const [screen, programs] = await Promise.all([
          fetchPublished({ entity: 'ledScreen', id, ...company }, abort.signal),
          fetchPublishedBy({ entity: 'ledProgram', by: 'screenIds', id, ...company }, abort.signal),
        ]);
        const found = screenPrograms(screen, programs);
        remember(place, found);
        setKept({ state: 'playing', screen: found });
      } catch (error) {
        if (abort.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        const gone = error.status === 404;
        if (gone) forget(place);
        setKept((before) =>
          gone
            ? { state: 'gone', screen: undefined }
            : { ...before, state: before.screen === undefined ? 'away' : 'playing' },
        );
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [id, tenantId, place]);
  return kept;
}

function remembered(place: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<ScreenPrograms> | null;
    // What an older version kept may be something else.
    if (kept !== null && Array.isArray(kept.programs)) return { state: 'playing', screen: kept as ScreenPrograms };
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
