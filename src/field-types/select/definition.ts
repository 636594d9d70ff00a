import { choiceSheet } from '../../core/field-forms.ts';
import { listed } from '../../core/text/punctuate.ts';
import {
  checkChoice,
  checkList,
  choiceTitle,
  defineFieldType,
  parseChoice,
  parseList,
  TEXT_ARRAY_COLUMN,
  TEXT_COLUMN,
} from '../define.ts';

/** One choice, or several with `multiple`, of a dictionary or the field's own options. */
export const definition = defineFieldType({
  type: 'select',
  title: '下拉选择',
  group: 'choice',
  jsonTypes: ['string', 'array'],
  keywords: [
    'dict',
    'options',
    'removedOptions',
    'multiple',
    'minItems',
    'maxItems',
    'uniqueItems',
    'items',
    'placeholder',
    'parentField',
  ],
  column: (property) => (property.type === 'array' ? TEXT_ARRAY_COLUMN : TEXT_COLUMN),
  expressionType: (property) => (property.type === 'array' ? { list: 'text' } : 'text'),
  filter: () => 'any',
  sortable: true,
  span: 'one',
  check: (value, field) =>
    field.property.type === 'array'
      ? checkList(value, field.property, 99, (entry) => checkChoice(entry, field))
      : checkChoice(value, field),
  format(value, field) {
    if (value === null || value === undefined) return '';
    return Array.isArray(value) ? listed(value.map((entry) => choiceTitle(entry, field))) : choiceTitle(value, field);
  },
  parse(text, field) {
    if (text.trim() === '') return { value: null };
    return field.property.type === 'array'
      ? parseList(text, (part) => parseChoice(part, field))
      : parseChoice(text, field);
  },
  sheet: (field) => choiceSheet(definition, field, field.property.type === 'array'),
});
