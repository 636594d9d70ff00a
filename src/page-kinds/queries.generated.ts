/* Generated from the entries of src/page-kinds by `npm run metadata -- types`. Do not edit. */

import type { PageKindName } from '../core/model/page-kind.ts';
import type { PageQuery } from '../core/model/page-query.ts';
import { query as board } from './board/query.ts';
import { query as calendar } from './calendar/query.ts';
import { query as cards } from './cards/query.ts';
import { query as hierarchy } from './hierarchy/query.ts';
import { query as list } from './list/query.ts';
import { query as matrix } from './matrix/query.ts';
import { query as single } from './single/query.ts';
import { query as statistics } from './statistics/query.ts';
import { query as timeline } from './timeline/query.ts';
import { query as tree } from './tree/query.ts';
import { query as walk } from './walk/query.ts';

/** How the records of every kind of page are read; one without does not compile. */
export const pageQueries = {
  board,
  calendar,
  cards,
  hierarchy,
  list,
  matrix,
  single,
  statistics,
  timeline,
  tree,
  walk,
} as const satisfies Readonly<Record<PageKindName, PageQuery>>;
