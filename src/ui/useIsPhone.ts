import { useSyncExternalStore } from 'react';
import { tokens } from './theme/tokens.ts';

const QUERY = `(max-width: ${tokens.phoneWidth - 1}px)`;

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(QUERY);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether the window is narrower than 768 px. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(QUERY).matches ?? false,
    () => false,
  );
}
