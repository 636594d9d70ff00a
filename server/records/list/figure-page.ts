import { listsRecords } from '../../../src/core/model/page-kind.ts';
import type { EntityCall } from '../call/ports.ts';

/**
 * The page on which a person sees the records of a figure: the list of the statistics, else his first list. A screen
 * stands in the place of its page and lists no rows of a figure.
 */
export function figurePageOf({ model, rights, snapshot }: EntityCall): string | undefined {
  const screens = new Set(snapshot.menu.flatMap(({ code, screen }) => (screen === true ? [code] : [])));
  const seen = Object.entries(model.pages).flatMap(([code, { kind, hidden }]) =>
    listsRecords(kind) && !hidden && !screens.has(code) && rights.page(code).has('view') ? [code] : [],
  );
  const named = model.source.statistics?.list;
  return named !== undefined && seen.includes(named) ? named : seen[0];
}
