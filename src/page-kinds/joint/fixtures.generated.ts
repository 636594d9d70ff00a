/* Generated from the entries of src/page-kinds/joint by `npm run metadata -- types`. Do not edit. */

import type { JointKindName } from '../../core/joint/joint-kind.ts';
import type { JointFixtures } from './joint-fixtures.ts';
import { fixtures as dashboard } from './dashboard/fixtures.ts';
import { fixtures as file } from './file/fixtures.ts';
import { fixtures as map } from './map/fixtures.ts';
import { fixtures as union } from './union/fixtures.ts';

/** Joint pages of every kind that may be written, and some that may not; one without does not compile. */
export const jointFixtures = {
  dashboard,
  file,
  map,
  union,
} as const satisfies Readonly<Record<JointKindName, JointFixtures>>;
