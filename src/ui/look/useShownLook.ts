import { useMemo } from 'react';
import type { ThemeMode } from '../theme/palette.ts';
import type { Look } from '../theme/theme.ts';
import { useMediaQuery } from '../useMediaQuery.ts';
import { themeOf, useLook } from './look.ts';
import { usePrinting } from './usePrinting.ts';

/** What the person, the company, the device and the printer make of the look together. */
export function useShownLook(company: ThemeMode): Look {
  const { theme, density } = useLook();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  // Lists and dialogs that wait for the end of a movement that was cut short would stay where they began it.
  const motion = !useMediaQuery('(prefers-reduced-motion: reduce)');
  // Nobody wants black paper.
  const mode = usePrinting() ? 'light' : themeOf(theme, company, systemIsDark);
  return useMemo(() => ({ mode, density, motion }), [mode, density, motion]);
}
