import { noSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType, JSON_COLUMN } from '../define.ts';

/** Structured data that only the platform writes (changes of an audit row); shown as text. */
export const definition = defineFieldType({
  type: 'json',
  title: '结构数据',
  group: 'structure',
  jsonTypes: ['array', 'object'],
  keywords: ['items'],
  column: () => JSON_COLUMN,
  expressionType: () => 'object',
  filter: () => 'none',
  sortable: false,
  span: 'full',
  check: (value) => (typeof value === 'object' ? undefined : say('须为结构数据')),
  format: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
  parse: () => ({ message: say('结构数据不能从文本读取') }),
  sheet: () => noSheet(definition),
});
