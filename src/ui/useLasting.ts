import { useCallback, useRef } from 'react';

/**
 * The same function at each drawing, which does what the newest one given does: what is given to it need not be drawn
 * anew. It is for what a person does, never for drawing.
 */
export function useLasting<A extends readonly unknown[], R>(call: (...given: A) => R): (...given: A) => R {
  const newest = useRef(call);
  newest.current = call;
  return useCallback((...given: A) => newest.current(...given), []);
}
