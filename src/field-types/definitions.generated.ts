/* Generated from the entries of src/field-types by `npm run metadata -- types`. Do not edit. */

import type { FieldTypeDefinition } from '../core/field-type.ts';
import { definition as amount } from './amount/definition.ts';
import { definition as calculate } from './calculate/definition.ts';
import { definition as cascader } from './cascader/definition.ts';
import { definition as checkbox } from './checkbox/definition.ts';
import { definition as date } from './date/definition.ts';
import { definition as dateDuration } from './date-duration/definition.ts';
import { definition as formula } from './formula/definition.ts';
import { definition as geo } from './geo/definition.ts';
import { definition as input } from './input/definition.ts';
import { definition as json } from './json/definition.ts';
import { definition as number } from './number/definition.ts';
import { definition as orgSelect } from './org-select/definition.ts';
import { definition as password } from './password/definition.ts';
import { definition as permissionMatrix } from './permission-matrix/definition.ts';
import { definition as qrCode } from './qr-code/definition.ts';
import { definition as radio } from './radio/definition.ts';
import { definition as rate } from './rate/definition.ts';
import { definition as reference } from './reference/definition.ts';
import { definition as richText } from './rich-text/definition.ts';
import { definition as select } from './select/definition.ts';
import { definition as serial } from './serial/definition.ts';
import { definition as signature } from './signature/definition.ts';
import { definition as slider } from './slider/definition.ts';
import { definition as subTable } from './sub-table/definition.ts';
import { definition as textarea } from './textarea/definition.ts';
import { definition as time } from './time/definition.ts';
import { definition as timeDuration } from './time-duration/definition.ts';
import { definition as tree } from './tree/definition.ts';
import { definition as upload } from './upload/definition.ts';

/** Neutral half of every field type, by the name that `field` uses; those from outside are put in when they are read. */
export const fieldTypes = {
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
} as const satisfies Record<string, FieldTypeDefinition>;

export type FieldTypeName = keyof typeof fieldTypes;
