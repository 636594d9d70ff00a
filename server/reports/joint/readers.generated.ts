/* Generated from the entries of server/reports/joint/readers by `npm run metadata -- types`. Do not edit. */

import type { JointKindName } from '../../../src/core/joint/joint-kind.ts';
import type { JointReader } from './joint-reader.ts';
import { reader as dashboard } from './readers/dashboard.ts';
import { reader as file } from './readers/file.ts';
import { reader as map } from './readers/map.ts';
import { reader as union } from './readers/union.ts';

/** How what every kind of joint page shows is read; one without a reader does not compile. */
export const jointReaders = {
  dashboard,
  file,
  map,
  union,
} as const satisfies Readonly<Record<JointKindName, JointReader>>;
