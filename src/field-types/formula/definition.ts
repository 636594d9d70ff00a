import { plainSheet } from '../../core/field-forms.ts';
import { checkTextValue, defineFieldType, parseText, TEXT_COLUMN } from '../define.ts';

/** A formula over figures, written by people as text; the core checks it against its set of figures. */
export const definition = defineFieldType({
  type: 'formula',
  title: '公式',
  group: 'computed',
  jsonTypes: ['string'],
  keywords: ['formula', 'maxLength', 'placeholder'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'text',
  filter: () => 'contains',
  sortable: false,
  span: 'full',
  check: (value, field) => checkTextValue(value, field.property, 500),
  format: (value) => (value === null || value === undefined ? '' : String(value)),
  parse: parseText,
  sheet: () => plainSheet(definition, 40),
});
