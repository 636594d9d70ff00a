/* Generated from the entries of src/field-types by `npm run metadata -- types`. Do not edit. */

import type { FieldTypeName } from './definitions.generated.ts';
import type { FieldView } from './field-view.ts';
import { view as amount } from './amount/view.tsx';
import { view as calculate } from './calculate/view.tsx';
import { view as cascader } from './cascader/view.tsx';
import { view as checkbox } from './checkbox/view.tsx';
import { view as date } from './date/view.tsx';
import { view as dateDuration } from './date-duration/view.tsx';
import { view as formula } from './formula/view.tsx';
import { view as geo } from './geo/view.tsx';
import { view as input } from './input/view.tsx';
import { view as json } from './json/view.tsx';
import { view as number } from './number/view.tsx';
import { view as orgSelect } from './org-select/view.tsx';
import { view as password } from './password/view.tsx';
import { view as permissionMatrix } from './permission-matrix/view.tsx';
import { view as qrCode } from './qr-code/view.tsx';
import { view as radio } from './radio/view.tsx';
import { view as rate } from './rate/view.tsx';
import { view as reference } from './reference/view.tsx';
import { view as richText } from './rich-text/view.tsx';
import { view as select } from './select/view.tsx';
import { view as serial } from './serial/view.tsx';
import { view as signature } from './signature/view.tsx';
import { view as slider } from './slider/view.tsx';
import { view as subTable } from './sub-table/view.tsx';
import { view as textarea } from './textarea/view.tsx';
import { view as time } from './time/view.tsx';
import { view as timeDuration } from './time-duration/view.tsx';
import { view as tree } from './tree/view.tsx';
import { view as upload } from './upload/view.tsx';

/** View of every field type; one without does not compile. */
export const fieldViews = {
  amount,
  calculate,
  cascader,
  checkbox,
  date,
  dateDuration,
  formula,
  geo,
  input,
  json,
  number,
  orgSelect,
  password,
  permissionMatrix,
  qrCode,
  radio,
  rate,
  reference,
  richText,
  select,
  serial,
  signature,
  slider,
  subTable,
  textarea,
  time,
  timeDuration,
  tree,
  upload,
} as const satisfies Readonly<Record<FieldTypeName, FieldView>>;
