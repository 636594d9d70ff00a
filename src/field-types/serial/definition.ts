import { computedSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType, TEXT_COLUMN } from '../define.ts';

/**
 * A number that the server gives on the first save and that never changes: prefix, date part and a running number
 * (`serial`); without that keyword four digits. What a body says of it is passed over.
 */
export const definition = defineFieldType({
  type: 'serial',
  title: '流水号',
  group: 'computed',
  jsonTypes: ['string'],
  keywords: ['serial', 'quickSearch'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'text',
  filter: () => 'contains',
  sortable: true,
  codes: true,
  span: 'one',
  check: (value) => (typeof value === 'string' && value.length <= 100 ? undefined : say('须为文本')),
  format: (value) => (typeof value === 'string' ? value : ''),
  parse: () => ({ message: say('由系统编号，不能填写') }),
  sheet: () => computedSheet(definition, { format: '@' }),
});
