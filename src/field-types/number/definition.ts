import { quantityText, readNumber } from '../../core/amount/number-text.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { numberFormat, numberSheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType } from '../define.ts';

const precisionOf = (property: Property) => property.precision ?? 15;
const scaleOf = (property: Property) => property.scale ?? 0;

/** Digits after the point of a finite number, as its shortest decimal form has them. */
function decimals(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

/** Checks a number: finite, scale, digits, minimum and maximum. */
export function checkNumber(value: unknown, property: Property): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return say('须为数字');
  const scale = scaleOf(property);
  if (decimals(value) > scale) return scale === 0 ? say('须为整数') : say('最多{scale}位小数', { scale });
  const digits = precisionOf(property) - scale;
  if (Math.trunc(Math.abs(value)) >= 10 ** digits) return say('整数部分最多{digits}位', { digits });
  if (property.minimum !== undefined && value < property.minimum)
    return say('不能小于{minimum}', { minimum: property.minimum });
  if (property.maximum !== undefined && value > property.maximum)
    return say('不能大于{maximum}', { maximum: property.maximum });
  return undefined;
}

/** A number, exact at its `scale` (default 0, whole numbers), of at most 15 digits. */
export const definition = defineFieldType({
  type: 'number',
  title: '数字',
  group: 'number',
  jsonTypes: ['number', 'integer'],
  keywords: ['minimum', 'maximum', 'precision', 'scale', 'fixedDecimals', 'unit', 'placeholder'],
  column: (property) => ({ kind: 'numeric', ddl: `numeric(${precisionOf(property)},${scaleOf(property)})` }),
  expressionType: () => 'number',
  filter: () => 'range',
  sortable: true,
  span: 'one',
  component: 'NumberPicker',
  check: (value, field) => checkNumber(value, field.property),
  format(value, field) {
    if (typeof value !== 'number') return '';
    return quantityText(value, field.property);
  },
  parse(text, field) {
    if (text.trim() === '') return { value: null };
    const value = readNumber(text, field.language);
    return value === undefined ? { message: say('须为数字') } : { value };
  },
  sheet: ({ property }) => numberSheet(definition, numberFormat(scaleOf(property), property.unit)),
});
