import { lookupSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { checkId, defineFieldType, labelText, TEXT_COLUMN } from '../define.ts';

/** A record of an entity that is a tree, chosen in the tree (a parent department, a risk area). */
export const definition = defineFieldType({
  type: 'tree',
  title: '树形选择',
  group: 'organisation',
  jsonTypes: ['string'],
  keywords: ['ref', 'placeholder', 'quickSearch'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'text',
  filter: () => 'any',
  sortable: true,
  component: 'TreeSelect',
  componentProps: () => ({ labelInValue: true, allowClear: true, maxTagCount: 'responsive' }),
  span: 'one',
  check: checkId,
  format: (value, field) => labelText(value, field.labels),
  parse: (text) =>
    text.trim() === '' ? { value: null } : { message: say('须按名称在系统中查找，不能直接从文本读取') },
  sheet: (field) => lookupSheet(definition, field),
});
