import { plainSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { checkTextValue, defineFieldType, parseText, TEXT_COLUMN } from '../define.ts';

/** One line of text, at most 255 characters unless `maxLength` says otherwise. */
export const definition = defineFieldType({
  type: 'input',
  title: '单行文本',
  group: 'text',
  jsonTypes: ['string'],
  keywords: [
    'minLength',
    'maxLength',
    'patterns',
    'check',
    'mask',
    'maskInLists',
    'placeholder',
    'quickSearch',
    'serial',
    'shipped',
    'unit',
  ],
  column: () => TEXT_COLUMN,
  expressionType: () => 'text',
  filter: () => 'contains',
  sortable: true,
  span: 'one',
  check(value, field) {
    const fault = checkTextValue(value, field.property, 255);
    if (fault) return fault;
    return /[\r\n]/.test(value as string) ? say('不能换行') : undefined;
  },
  format: (value) => (value === null || value === undefined ? '' : String(value)),
  parse: parseText,
  sheet: () => plainSheet(definition, 24),
});
