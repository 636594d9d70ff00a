/* Generated from the entries of src/page-kinds by `npm run metadata -- types`. Do not edit. */

import type { PageKindRegistry } from '../core/model/page-kind-definition.ts';
import { definition as board } from './board/definition.ts';
import { definition as calendar } from './calendar/definition.ts';
import { definition as cards } from './cards/definition.ts';
import { definition as hierarchy } from './hierarchy/definition.ts';
import { definition as list } from './list/definition.ts';
import { definition as matrix } from './matrix/definition.ts';
import { definition as single } from './single/definition.ts';
import { definition as statistics } from './statistics/definition.ts';
import { definition as timeline } from './timeline/definition.ts';
import { definition as tree } from './tree/definition.ts';
import { definition as walk } from './walk/definition.ts';

/** Neutral half of every kind of page, by the name that `view` uses. */
export const pageKinds = {
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
} as const satisfies PageKindRegistry;
