import { choiceSheet } from '../../core/field-forms.ts';
import { checkChoice, choiceTitle, defineFieldType, parseChoice, TEXT_COLUMN } from '../define.ts';

/** One choice, all of them in sight. */
export const definition = defineFieldType({
  type: 'radio',
  title: '单选按钮',
  group: 'choice',
  jsonTypes: ['string'],
  keywords: ['dict', 'options', 'removedOptions'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'text',
  filter: () => 'any',
  sortable: true,
  span: 'one',
  component: 'Radio.Group',
  check: checkChoice,
  format: (value, field) => (value === null || value === undefined ? '' : choiceTitle(value, field)),
  parse: (text, field) => (text.trim() === '' ? { value: null } : parseChoice(text, field)),
  sheet: (field) => choiceSheet(definition, field, false),
});
