/* Generated from the entries of src/page-kinds/joint by `npm run metadata -- types`. Do not edit. */

import type { JointKindRegistry } from '../../core/joint/joint-kind.ts';
import { definition as dashboard } from './dashboard/definition.ts';
import { definition as file } from './file/definition.ts';
import { definition as map } from './map/definition.ts';
import { definition as union } from './union/definition.ts';

/** Neutral half of every kind of joint page, by the name that `view` uses. */
export const jointKinds = {
  dashboard,
  file,
  map,
  union,
} as const satisfies JointKindRegistry;
