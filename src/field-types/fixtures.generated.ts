/* Generated from the entries of src/field-types by `npm run metadata -- types`. Do not edit. */

import type { FieldTypeName } from './definitions.generated.ts';
import type { FieldTypeFixtures } from './fixtures.ts';
import { fixtures as amount } from './amount/fixtures.ts';
import { fixtures as calculate } from './calculate/fixtures.ts';
import { fixtures as cascader } from './cascader/fixtures.ts';
import { fixtures as checkbox } from './checkbox/fixtures.ts';
import { fixtures as date } from './date/fixtures.ts';
import { fixtures as dateDuration } from './date-duration/fixtures.ts';
import { fixtures as formula } from './formula/fixtures.ts';
import { fixtures as geo } from './geo/fixtures.ts';
import { fixtures as input } from './input/fixtures.ts';
import { fixtures as json } from './json/fixtures.ts';
import { fixtures as number } from './number/fixtures.ts';
import { fixtures as orgSelect } from './org-select/fixtures.ts';
import { fixtures as password } from './password/fixtures.ts';
import { fixtures as permissionMatrix } from './permission-matrix/fixtures.ts';
import { fixtures as qrCode } from './qr-code/fixtures.ts';
import { fixtures as radio } from './radio/fixtures.ts';
import { fixtures as rate } from './rate/fixtures.ts';
import { fixtures as reference } from './reference/fixtures.ts';
import { fixtures as richText } from './rich-text/fixtures.ts';
import { fixtures as select } from './select/fixtures.ts';
import { fixtures as serial } from './serial/fixtures.ts';
import { fixtures as signature } from './signature/fixtures.ts';
import { fixtures as slider } from './slider/fixtures.ts';
import { fixtures as subTable } from './sub-table/fixtures.ts';
import { fixtures as textarea } from './textarea/fixtures.ts';
import { fixtures as time } from './time/fixtures.ts';
import { fixtures as timeDuration } from './time-duration/fixtures.ts';
import { fixtures as tree } from './tree/fixtures.ts';
import { fixtures as upload } from './upload/fixtures.ts';

/** Examples of every field type; one without does not compile. */
export const fieldTypeFixtures = {
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
} as const satisfies Readonly<Record<FieldTypeName, FieldTypeFixtures>>;
