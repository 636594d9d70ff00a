/* Generated from the entries of src/page-kinds by `npm run metadata -- types`. Do not edit. */

import type { PageKindName } from '../core/model/page-kind.ts';
import type { PageView } from './page-view.ts';
import { view as board } from './board/view.tsx';
import { view as calendar } from './calendar/view.tsx';
import { view as cards } from './cards/view.tsx';
import { view as hierarchy } from './hierarchy/view.tsx';
import { view as list } from './list/view.tsx';
import { view as matrix } from './matrix/view.tsx';
import { view as single } from './single/view.tsx';
import { view as statistics } from './statistics/view.tsx';
import { view as timeline } from './timeline/view.tsx';
import { view as tree } from './tree/view.tsx';
import { view as walk } from './walk/view.tsx';

/** View of every kind of page; one without does not compile. */
export const pageViews = {
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
} as const satisfies Readonly<Record<PageKindName, PageView>>;
