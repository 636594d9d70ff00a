import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** The place of an expression that somebody asked to see, as the steps to it; undefined once it was shown. */
const useAskedPlace = create<{ readonly place: string | undefined }>()(() => ({ place: undefined }));

/** Asks the editor of a place to take the cursor where the place is wrong. */
export const askPlace = (steps: readonly string[]): void => useAskedPlace.setState({ place: steps.join('/') });

/** Shows a place when it is asked for, also when it comes to be shown afterwards. */
export function useAsked(steps: readonly string[], show: () => void): void {
  const isAsked = useAskedPlace(({ place }) => place === steps.join('/'));
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (!isAsked) return;
    // Behind the frame in which the box is made.
    const frame = requestAnimationFrame(() => {
      useAskedPlace.setState({ place: undefined });
      latest.current();
    });
    return () => cancelAnimationFrame(frame);
  }, [isAsked]);
}
