import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/faults.ts';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: string | undefined;
  /** Whether it failed because the person may not see it, so that trying again is of no use. */
  readonly forbidden: boolean;
  readonly loading: boolean;
  readonly retry: () => void;
}

interface State<T> {
  readonly key: string | undefined;
  readonly data: T | undefined;
  readonly error: string | undefined;
  readonly forbidden: boolean;
}

/**
 * Reads something whenever `key` changes, giving up the read before; `undefined` as key reads nothing. The data read
 * last stays while the next is on its way.
 */
export function useLoaded<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({ key: undefined, data: undefined, error: undefined, forbidden: false });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads the same key again.
  useEffect(() => {
    if (key === undefined) return;
    const control = new AbortController();
    latest.current(control.signal).then(
      (data) => {
        if (!control.signal.aborted) setState({ key, data, error: undefined, forbidden: false });
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const forbidden = error instanceof ApiError && error.status === 403;
        setState((before) => ({
          ...before,
          key,
          forbidden,
          error: error instanceof Error ? error.message : String(error),
        }));
      },
    );
    return () => control.abort();
  }, [key, attempt]);

  const retry = useCallback(() => {
    setState((before) => ({ ...before, key: undefined, error: undefined }));
    setAttempt((count) => count + 1);
  }, []);
  return {
    data: state.data,
    error: state.key === key ? state.error : undefined,
    forbidden: state.key === key && state.error !== undefined && state.forbidden,
    loading: key !== undefined && state.key !== key,
    retry,
  };
}

/** A value that follows another one after it has rested for some milliseconds. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
