import { panel as calculate } from './calculate/panel.tsx';
import { panel as checkbox } from './checkbox/panel.tsx';
import { panel as date } from './date/panel.tsx';
import { panel as dateDuration } from './date-duration/panel.tsx';
import type { FieldTypeName } from './definitions.ts';
import type { FieldPanel } from './field-panel.ts';
import { panel as input } from './input/panel.tsx';
import { panel as json } from './json/panel.tsx';
import { panel as number } from './number/panel.tsx';
import { panel as orgSelect } from './org-select/panel.tsx';
import { panel as password } from './password/panel.tsx';
import { panel as permissionMatrix } from './permission-matrix/panel.tsx';
import { panel as radio } from './radio/panel.tsx';
import { panel as reference } from './reference/panel.tsx';
import { panel as select } from './select/panel.tsx';
import { panel as textarea } from './textarea/panel.tsx';
import { panel as tree } from './tree/panel.tsx';
import { panel as upload } from './upload/panel.tsx';

/** Property panel of every field type; a type without one does not compile. */
export const fieldPanels: Readonly<Record<FieldTypeName, FieldPanel>> = {
  calculate,
  checkbox,
  date,
  dateDuration,
  input,
  json,
  number,
  orgSelect,
  password,
  permissionMatrix,
  radio,
  reference,
  select,
  textarea,
  tree,
  upload,
};
