import { thousands } from '../../core/amount/number-text.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { numberFormat, numberSheet } from '../../core/field-forms.ts';
import { defineFieldType } from '../define.ts';
import { checkNumber, definition as number } from '../number/definition.ts';

/** Decimals of an amount that names none. */
const AMOUNT_SCALE = 2;

/** The property with its decimals spelled out. */
export function withScale(property: Property): Property {
  return property.scale === undefined ? { ...property, scale: AMOUNT_SCALE } : property;
}

/** An amount of money, exact at its `scale` (default 2), with thousands separators. `unit` is 元 unless it says otherwise. */
export const definition = defineFieldType({
  ...number,
  type: 'amount',
  component: 'Amount',
  title: '金额',
  defaultScale: AMOUNT_SCALE,
  column: (property) => number.column(withScale(property)),
  check: (value, field) => checkNumber(value, withScale(field.property)),
  format(value, field) {
    if (typeof value !== 'number') return '';
    const text = thousands(value, withScale(field.property).scale ?? AMOUNT_SCALE);
    return field.property.unit ? `${text} ${field.property.unit}` : text;
  },
  parse(text, field) {
    const { unit } = field.property;
    const trimmed = text.trim().replace(/^[¥￥]/, '');
    const bare = unit !== undefined && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length) : trimmed;
    return number.parse(bare, field);
  },
  sheet: ({ property }) =>
    numberSheet(definition, numberFormat(withScale(property).scale ?? AMOUNT_SCALE, property.unit, true)),
});
