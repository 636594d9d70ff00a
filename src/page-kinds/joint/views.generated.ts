/* Generated from the entries of src/page-kinds/joint by `npm run metadata -- types`. Do not edit. */

import type { JointKindName } from '../../core/joint/joint-kind.ts';
import type { JointView } from './joint-view.ts';
import { view as dashboard } from './dashboard/view.tsx';
import { view as file } from './file/view.tsx';
import { view as map } from './map/view.tsx';
import { view as union } from './union/view.tsx';

/** View of every kind of joint page; one without does not compile. */
export const jointViews = {
  dashboard,
  file,
  map,
  union,
} as const satisfies Readonly<Record<JointKindName, JointView>>;
