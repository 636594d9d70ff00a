import { lookupSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { checkId, checkList, defineFieldType, labelText, TEXT_ARRAY_COLUMN, TEXT_COLUMN } from '../define.ts';

/** Records of another entity, searched on the server and shown as links; several with `multiple`. */
export const definition = defineFieldType({
  type: 'reference',
  title: '关联记录',
  group: 'organisation',
  jsonTypes: ['string', 'array'],
  keywords: ['ref', 'multiple', 'minItems', 'maxItems', 'uniqueItems', 'items', 'placeholder', 'quickSearch'],
  column: (property) => (property.type === 'array' ? TEXT_ARRAY_COLUMN : TEXT_COLUMN),
  expressionType: (property) => (property.type === 'array' ? { list: 'text' } : 'text'),
  filter: () => 'any',
  sortable: true,
  span: 'one',
  check: (value, field) =>
    field.property.type === 'array' ? checkList(value, field.property, 99, checkId) : checkId(value),
  format: (value, field) => labelText(value, field.labels),
  parse: (text) =>
    text.trim() === '' ? { value: null } : { message: say('须按名称在系统中查找，不能直接从文本读取') },
  sheet: (field) => lookupSheet(definition, field),
});
