import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStore } from '../../core/stores.ts';
import type { ThemeMode } from '../theme/palette.ts';
import type { Density } from '../theme/tokens.ts';

/** The theme as a person chooses it; `system` follows the device. */
export type ThemeChoice = ThemeMode | 'system';

interface LookState {
  /** Undefined as long as the person has chosen none: then the company's theme is shown. */
  readonly theme: ThemeChoice | undefined;
  readonly density: Density;
  /** Who chose it, as the application names people; undefined where nobody who was signed in did. */
  readonly owner?: string | undefined;
}

/** Where the choice is kept; `public/look.js` reads it before anything is painted. */
const STORED_AS = 'anlan-look';

/** How the person who was here last wants the pages to look, kept by the browser and followed by its other tabs. */
export const useLook = create<LookState>()(
  persist((): LookState => ({ theme: undefined, density: 'standard' }), {
    name: STORED_AS,
    storage: createJSONStorage(() => browserStore),
    version: 1,
  }),
);

globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === STORED_AS) void useLook.persist.rehydrate();
});

/** The theme that a choice means. */
export function themeOf(choice: ThemeChoice | undefined, company: ThemeMode, systemIsDark: boolean): ThemeMode {
  const wanted = choice ?? company;
  if (wanted !== 'system') return wanted;
  return systemIsDark ? 'dark' : 'light';
}
