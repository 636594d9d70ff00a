import { useMemo } from 'react';
import { CHOICE, choiceOf, choose, useChoice } from '../../api/choices.ts';
import { useUsualPages } from '../../api/usual-pages.ts';
import type { PageChoice } from './page-choices.ts';

/** A page that a person starred. */
export interface Favourite {
  readonly path: string;
  /** As it was called when it was starred, for the day on which it is gone. */
  readonly title: string;
}

/** Most pages that are starred; the menu is no longer short then. */
export const MOST_FAVOURITES = 20;

/** Pages that stand at the top of the menu as long as nobody has starred any. */
export const USUAL_SHOWN = 5;

/** Reads what is kept; undefined where nobody chose, or where it is something else. */
export function parseFavourites(kept: string): readonly Favourite[] | undefined {
  try {
    const list: unknown = JSON.parse(kept);
    if (!Array.isArray(list)) return undefined;
    return list.flatMap((entry) => {
      const [path, title] = Array.isArray(entry) ? (entry as unknown[]) : [];
      return typeof path === 'string' && path.startsWith('/') && typeof title === 'string' ? [{ path, title }] : [];
    });
  } catch {
    return undefined;
  }
}

const chosenNow = () => parseFavourites(choiceOf(CHOICE.favourites));

/** Keeps the person's pages, in his order. */
export function keepFavourites(favourites: readonly Favourite[]): void {
  const kept = favourites.slice(0, MOST_FAVOURITES).map(({ path, title }) => [path, title.slice(0, 60)]);
  choose(CHOICE.favourites, JSON.stringify(kept));
}

/** The pages that a person starred, in his order; undefined until he has chosen. */
function useFavourites(): readonly Favourite[] | undefined {
  const kept = useChoice(CHOICE.favourites);
  return useMemo(() => parseFavourites(kept), [kept]);
}

/** What stands in the menu and on the home for a person: the pages that he starred, or those that his role uses most. */
export function useOwnPages(pages: readonly PageChoice[], most?: number) {
  const chosen = useFavourites();
  const codes = useUsualPages((state) => state.codes);
  const usual = useMemo(
    () => codes.flatMap((code) => pages.find((page) => page.code === code) ?? []).slice(0, most),
    [codes, pages, most],
  );
  return { own: chosen ?? usual, isChosen: chosen !== undefined };
}

/** Stars a page, or takes the star away; false where there are as many as there can be. */
export function toggleFavourite(page: Favourite, usual: readonly Favourite[] = []): boolean {
  // What stood there by itself stays, so that the first star does not seem to clear the place.
  const chosen = chosenNow() ?? usual;
  const without = favouritesWithout(chosen, page.path);
  if (without.length < chosen.length) keepFavourites(without);
  else if (chosen.length < MOST_FAVOURITES) keepFavourites([...chosen, { path: page.path, title: page.title }]);
  else return false;
  return true;
}

/** All but one. */
export const favouritesWithout = (favourites: readonly Favourite[], path: string): readonly Favourite[] =>
  favourites.filter((one) => one.path !== path);

/** Moves a page by one place; at an end it stays. */
export function moveFavourite(favourites: readonly Favourite[], path: string, by: -1 | 1): readonly Favourite[] {
  const at = favourites.findIndex((one) => one.path === path);
  const other = favourites[at + by];
  const own = favourites[at];
  if (own === undefined || other === undefined) return favourites;
  return favourites.map((one, index) => (index === at ? other : index === at + by ? own : one));
}
