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
} from '../define.ts';

/** Several choices, all of them in sight. */
export const definition = defineFieldType({
  type: 'checkbox',
  title: '多选框',
  group: 'choice',
  jsonTypes: ['array'],
  keywords: ['dict', 'options', 'removedOptions', 'minItems', 'maxItems', 'uniqueItems', 'items'],
  column: () => TEXT_ARRAY_COLUMN,
  expressionType: () => ({ list: 'text' }),
  filter: () => 'any',
  sortable: false,
  span: 'full',
  component: 'Checkbox.Group',
  check: (value, field) => checkList(value, field.property, 99, (entry) => checkChoice(entry, field)),
  format: (value, field) => (Array.isArray(value) ? listed(value.map((entry) => choiceTitle(entry, field))) : ''),
  parse: (text, field) => (text.trim() === '' ? { value: null } : parseList(text, (part) => parseChoice(part, field))),
  sheet: (field) => choiceSheet(definition, field, true),
});
