/* Generated from the entries of src/page-kinds by `npm run metadata -- types`. Do not edit. */

import type { PageKindName } from '../core/model/page-kind.ts';
import type { PageKindFixtures } from './page-fixtures.ts';
import { fixtures as board } from './board/fixtures.ts';
import { fixtures as calendar } from './calendar/fixtures.ts';
import { fixtures as cards } from './cards/fixtures.ts';
import { fixtures as hierarchy } from './hierarchy/fixtures.ts';
import { fixtures as list } from './list/fixtures.ts';
import { fixtures as matrix } from './matrix/fixtures.ts';
import { fixtures as single } from './single/fixtures.ts';
import { fixtures as statistics } from './statistics/fixtures.ts';
import { fixtures as timeline } from './timeline/fixtures.ts';
import { fixtures as tree } from './tree/fixtures.ts';
import { fixtures as walk } from './walk/fixtures.ts';

/** Pages of every kind that may be written, and some that may not; one without does not compile. */
export const pageKindFixtures = {
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
} as const satisfies Readonly<Record<PageKindName, PageKindFixtures>>;
