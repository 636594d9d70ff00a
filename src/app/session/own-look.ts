import { CHOICE, useOwnChoices } from '../../api/choices.ts';
import { type ThemeChoice, useLook } from '../../ui/look/look.ts';
import type { Density } from '../../ui/theme/tokens.ts';

const THEMES: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/**
 * Lets the pages look as whoever is signed in has chosen it, on whatever machine. Where he chose nothing, the look that
 * another person left in this browser goes, and he sees the company's. Returns the function that ends it.
 */
export function followOwnLook(): () => void {
  const follow = ({ owner, values }: ReturnType<typeof useOwnChoices.getState>): void => {
    const shown = useLook.getState();
    const theme = THEMES.find((one) => one === values[CHOICE.theme]);
    const density: Density = values[CHOICE.density] === 'compact' ? 'compact' : 'standard';
    const hasChosen = theme !== undefined || values[CHOICE.density] !== undefined;
    if (owner === '' || (!hasChosen && shown.owner === undefined)) return;
    if (shown.theme !== theme || shown.density !== density || shown.owner !== owner) {
      useLook.setState({ theme, density, owner });
    }
  };
  follow(useOwnChoices.getState());
  return useOwnChoices.subscribe(follow);
}
