/* Generated from the entries of src/page-kinds by `npm run metadata -- types`. Do not edit. */

import type { PageKindName } from '../core/model/page-kind.ts';
import type { PagePanel } from './page-panel.ts';
import { panel as board } from './board/panel.ts';
import { panel as calendar } from './calendar/panel.ts';
import { panel as cards } from './cards/panel.ts';
import { panel as hierarchy } from './hierarchy/panel.ts';
import { panel as list } from './list/panel.ts';
import { panel as matrix } from './matrix/panel.ts';
import { panel as single } from './single/panel.ts';
import { panel as statistics } from './statistics/panel.ts';
import { panel as timeline } from './timeline/panel.ts';
import { panel as tree } from './tree/panel.ts';
import { panel as walk } from './walk/panel.ts';

/** Property panel of every kind of page; one without does not compile. */
export const pagePanels = {
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
} as const satisfies Readonly<Record<PageKindName, PagePanel>>;
