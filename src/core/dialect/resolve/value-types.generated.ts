/* Generated from the entries of src/field-types by `npm run metadata -- types`. Do not edit. */

import type { ToldValue } from './told-value.ts';

/** What the kind of a field alone tells of its value. */
export const valueTypes: Readonly<Record<string, ToldValue>> = {
  amount: { type: 'number' },
  calculate: { type: 'string', number: true },
  cascader: { type: 'string' },
  checkbox: { type: 'array', texts: true },
  date: { type: 'string' },
  dateDuration: { type: 'string' },
  formula: { type: 'string' },
  geo: { type: 'object' },
  input: { type: 'string' },
  number: { type: 'number' },
  orgSelect: { type: 'string', many: true },
  password: { type: 'string' },
  permissionMatrix: { type: 'array' },
  qrCode: { type: 'string' },
  radio: { type: 'string' },
  rate: { type: 'integer' },
  reference: { type: 'string', many: true },
  richText: { type: 'string' },
  select: { type: 'string', many: true },
  serial: { type: 'string' },
  signature: { type: 'object' },
  slider: { type: 'number' },
  subTable: { type: 'array' },
  textarea: { type: 'string' },
  time: { type: 'string' },
  timeDuration: { type: 'string' },
  tree: { type: 'string' },
  upload: { type: 'array', texts: true },
};
