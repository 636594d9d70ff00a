/* Generated from the entries of src/field-types by `npm run metadata -- types`. Do not edit. */

import type { FieldTypeName } from './definitions.generated.ts';
import type { FieldPanel } from './field-panel.ts';
import { panel as amount } from './amount/panel.tsx';
import { panel as calculate } from './calculate/panel.tsx';
import { panel as cascader } from './cascader/panel.tsx';
import { panel as checkbox } from './checkbox/panel.tsx';
import { panel as date } from './date/panel.tsx';
import { panel as dateDuration } from './date-duration/panel.tsx';
import { panel as formula } from './formula/panel.tsx';
import { panel as geo } from './geo/panel.tsx';
import { panel as input } from './input/panel.tsx';
import { panel as json } from './json/panel.tsx';
import { panel as number } from './number/panel.tsx';
import { panel as orgSelect } from './org-select/panel.tsx';
import { panel as password } from './password/panel.tsx';
import { panel as permissionMatrix } from './permission-matrix/panel.tsx';
import { panel as qrCode } from './qr-code/panel.tsx';
import { panel as radio } from './radio/panel.tsx';
import { panel as rate } from './rate/panel.tsx';
import { panel as reference } from './reference/panel.tsx';
import { panel as richText } from './rich-text/panel.tsx';
import { panel as select } from './select/panel.tsx';
import { panel as serial } from './serial/panel.tsx';
import { panel as signature } from './signature/panel.tsx';
import { panel as slider } from './slider/panel.tsx';
import { panel as subTable } from './sub-table/panel.tsx';
import { panel as textarea } from './textarea/panel.tsx';
import { panel as time } from './time/panel.tsx';
import { panel as timeDuration } from './time-duration/panel.tsx';
import { panel as tree } from './tree/panel.tsx';
import { panel as upload } from './upload/panel.tsx';

/** Property panel of every field type; one without does not compile. */
export const fieldPanels = {
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
} as const satisfies Readonly<Record<FieldTypeName, FieldPanel>>;
