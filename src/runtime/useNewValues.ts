import { useEffect, useRef } from 'react';
import { subscribeEvents } from '../api/events.ts';
import type { EntityModel } from '../core/model/entity-model.ts';

/** Milliseconds in which new values are gathered. */
const GATHER = 5_000;

/**
 * Calls `onNew` when values of sensors came in, every five seconds while they do and the page is seen; never where the
 * entity has none. Values are no changes that somebody made: nobody is asked whether he wants to see them.
 */
export function useNewValues({ key, readings }: EntityModel, onNew: () => void): void {
  const latest = useRef(onNew);
  latest.current = onNew;
  const watched = readings !== undefined;
  useEffect(() => {
    if (!watched) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = subscribeEvents(
      ({ topic }) => {
        if (topic !== 'entity' || document.hidden) return;
        timer ??= setTimeout(() => {
          timer = undefined;
          latest.current();
        }, GATHER);
      },
      { entities: [key] },
    );
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [key, watched]);
}
