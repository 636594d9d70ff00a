import { lookupSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { checkId, checkList, defineFieldType, labelText, TEXT_ARRAY_COLUMN, TEXT_COLUMN } from '../define.ts';

/** Departments, roles, users or posts; several with `multiple`, then at most 99 unless `maxItems` says otherwise. */
export const definition = defineFieldType({
  type: 'orgSelect',
  title: '组织选择',
  group: 'organisation',
  jsonTypes: ['string', 'array'],
  keywords: [
    'org',
    'multiple',
    'minItems',
    'maxItems',
    'uniqueItems',
    'items',
    'placeholder',
    'quickSearch',
    'distinct',
  ],
  column: (property) => (property.type === 'array' ? TEXT_ARRAY_COLUMN : TEXT_COLUMN),
  expressionType: (property) => (property.type === 'array' ? { list: 'text' } : 'text'),
  filter: () => 'any',
  sortable: true,
  span: 'one',
  check: (value, field) =>
    field.property.type === 'array' ? checkList(value, field.property, 99, checkId) : checkId(value),
  format: (value, field) => labelText(value, field.labels),
  parse: (text) =>
    text.trim() === '' ? { value: null } : { message: say('组织和人员须按编号或姓名在系统中查找，不能直接从文本读取') },
  sheet: (field) => lookupSheet(definition, field),
});
