import { plainSheet } from '../../core/field-forms.ts';
import { checkTextValue, defineFieldType, parseText, TEXT_COLUMN } from '../define.ts';

/** Several lines of text, at most 2000 characters unless `maxLength` says otherwise. */
export const definition = defineFieldType({
  type: 'textarea',
  title: '多行文本',
  group: 'text',
  jsonTypes: ['string'],
  keywords: ['minLength', 'maxLength', 'patterns', 'placeholder', 'rows', 'quickSearch', 'shipped'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'text',
  filter: () => 'contains',
  sortable: false,
  span: 'full',
  component: 'Input.TextArea',
  check: (value, field) => checkTextValue(value, field.property, 2000),
  format: (value) => (value === null || value === undefined ? '' : String(value)),
  parse: parseText,
  sheet: () => plainSheet(definition, 40),
  print: (value) => (typeof value === 'string' ? { kind: 'paragraphs', paragraphs: value.split('\n') } : undefined),
});
