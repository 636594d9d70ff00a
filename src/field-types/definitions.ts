import type { FieldTypeDefinition } from '../core/field-type.ts';
import { definition as amount } from './amount/definition.ts';
import { definition as calculate } from './calculate/definition.ts';
import { definition as cascader } from './cascader/definition.ts';
import { definition as checkbox } from './checkbox/definition.ts';
import { definition as date } from './date/definition.ts';
import { definition as dateDuration } from './date-duration/definition.ts';
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

/**
 * Neutral half of every shipped field type, by the name that `field` uses. It is the registry that models are built with,
 * so that those from outside (`registerFieldType`) stand in it too.
 */
export const fieldTypes = {
  amount,
  calculate,
  cascader,
  checkbox,
  date,
  dateDuration,
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

/** Name of a shipped field type. */
export type FieldTypeName = keyof typeof fieldTypes;

const shipped: ReadonlySet<string> = new Set(Object.keys(fieldTypes));

/**
 * Adds a field type from outside to the registry, in place of an earlier one of its name. Throws with a Chinese message
 * where the name is a shipped type's or cannot stand in `field`.
 */
export function registerFieldType(definition: FieldTypeDefinition): void {
  const { type } = definition;
  if (shipped.has(type)) throw new Error(`字段类型“${type}”是平台自带的，请换一个名称`);
  if (!/^[a-z][A-Za-z0-9]*$/.test(type)) throw new Error(`字段类型的名称“${type}”须以小写字母开头，只含字母和数字`);
  (fieldTypes as Record<string, FieldTypeDefinition>)[type] = definition;
}
