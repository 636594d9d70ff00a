import { noSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { checkTextValue, defineFieldType, TEXT_COLUMN } from '../define.ts';

/**
 * A password: stored only as an argon2 hash by the server, or sealed by the company's key where the platform itself has
 * to show it elsewhere; never given back, at most 32 characters unless `maxLength` says otherwise.
 */
export const definition = defineFieldType({
  type: 'password',
  title: '密码',
  group: 'text',
  jsonTypes: ['string'],
  keywords: ['minLength', 'maxLength', 'patterns', 'check', 'placeholder', 'sealed'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'object',
  filter: () => 'none',
  sortable: false,
  span: 'one',
  check: (value, field) => checkTextValue(value, field.property, 32),
  format: () => '',
  parse: (text) => (text === '' ? { value: null } : { value: text }),
  sheet: () => noSheet({ ...definition, parse: () => ({ message: say('密码不能从表格导入') }) }),
});
