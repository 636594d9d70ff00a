import { tokens } from './theme/tokens.ts';
import { useMediaQuery } from './useMediaQuery.ts';

const QUERY = `(max-width: ${tokens.phoneWidth - 1}px)`;

/** Whether the window is narrower than 768 px. */
export function useIsPhone(): boolean {
  return useMediaQuery(QUERY);
}
