import { createContext, useContext } from 'react';
import { type Palette, palettes } from '../theme/palette.ts';

/** The palette of the theme that is shown; light outside of `UiProvider`. */
export const PaletteContext = createContext<Palette>(palettes.light);

/** The colours of the theme that is shown, for drawings that know no style sheet (charts on a canvas). */
export const usePalette = (): Palette => useContext(PaletteContext);
