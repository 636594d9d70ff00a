import { listsRecords } from '../../../src/core/model/page-kind.ts';
import type { EntityCall } from '../call/ports.ts';

/** The page on which a person sees the records of a figure: the list of the statistics, else his first list. */
export function figurePageOf({ model, rights }: EntityCall): string | undefined {
  const seen = Object.entries(model.pages).flatMap(([code, { kind, hidden }]) =>
    listsRecords(kind) && !hidden && rights.page(code).has('view') ? [code] : [],
  );
  const named = model.source.statistics?.list;
  return named !== undefined && seen.includes(named) ? named : seen[0];
}
