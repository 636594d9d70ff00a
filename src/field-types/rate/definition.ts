import type { Property } from '../../core/dialect/entity.generated.ts';
import { numberFormat, numberSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType } from '../define.ts';
import { checkNumber, definition as number } from '../number/definition.ts';

/** Stars shown: `maximum`, default 5, at most 10. */
export function starsOf(property: Property): number {
  return Math.min(10, Math.max(1, property.maximum ?? 5));
}

/** A rating in whole stars, 1 to `maximum` (default 5). */
export const definition = defineFieldType({
  ...number,
  type: 'rate',
  title: '评分',
  jsonTypes: ['integer', 'number'],
  keywords: ['maximum'],
  component: 'Rate',
  componentProps: (property) => ({ count: starsOf(property) }),
  column: () => ({ kind: 'numeric', ddl: 'numeric(2,0)' }),
  check: (value, field) =>
    checkNumber(value, { ...field.property, minimum: 1, maximum: starsOf(field.property), scale: 0 }),
  format: (value) => (typeof value === 'number' ? say('{value}分', { value }) : ''),
  parse: (text, field) => number.parse(text.trim().replace(/分$/, ''), field),
  sheet: () => numberSheet(definition, numberFormat(0, say('分'))),
});
