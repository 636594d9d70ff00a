import { defineTexts } from '../ui/text/define-texts.ts';

/** Screens that a later version brings: name of the menu's `screen` or of a fixed route, with its page codes. */
export const UPCOMING: Readonly<Record<string, { readonly codes: readonly string[] }>> = {};

/** What each of them will be, by page code. */
const PURPOSES: Readonly<Record<string, string>> = {};

const { useText } = defineTexts('upcoming', PURPOSES);

/** What the coming screen of a page code will be; undefined where the code names none of them. */
export function useUpcomingPurpose(code: string): string | undefined {
  const text = useText();
  return Object.hasOwn(PURPOSES, code) ? text(code) : undefined;
}
