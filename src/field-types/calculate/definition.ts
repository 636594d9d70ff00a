import { minutesText } from '../../core/amount/minutes-text.ts';
import { quantityText } from '../../core/amount/number-text.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { computedSheet, numberFormat, sheetDate } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { choiceTitle, defineFieldType, TEXT_COLUMN } from '../define.ts';

/** A value that the platform computes (`compute`, `cases`, `rollup`, `running`) or numbers (`serial`); it cannot be entered. */
export const definition = defineFieldType({
  type: 'calculate',
  title: '计算',
  group: 'computed',
  jsonTypes: ['string', 'number', 'integer', 'boolean'],
  keywords: [
    'cases',
    'rollup',
    'running',
    'override',
    'dict',
    'options',
    'removedOptions',
    'format',
    'precision',
    'scale',
    'fixedDecimals',
    'unit',
    'serial',
    'quickSearch',
    'shipped',
  ],
  column(property: Property) {
    if (property.type === 'number' || property.type === 'integer') {
      return { kind: 'numeric', ddl: `numeric(${property.precision ?? 15},${property.scale ?? 0})` };
    }
    if (property.type === 'boolean') return { kind: 'boolean', ddl: 'boolean' };
    if (property.format === 'date') return { kind: 'date', ddl: 'date' };
    if (property.format === 'date-time') return { kind: 'timestamptz', ddl: 'timestamptz(0)' };
    return TEXT_COLUMN;
  },
  expressionType(property: Property) {
    if (property.type === 'number' || property.type === 'integer') return 'number';
    if (property.type === 'boolean') return 'boolean';
    if (property.format === 'date') return 'date';
    if (property.format === 'date-time') return 'dateTime';
    return 'text';
  },
  filter(property: Property) {
    if (property.dict || property.options) return 'any';
    if (property.type === 'string' && property.format === undefined) return 'contains';
    return property.type === 'boolean' ? 'equals' : 'range';
  },
  sortable: true,
  span: 'one',
  check: () => undefined,
  format(value, field) {
    if (value === null || value === undefined) return '';
    if (field.choices) return choiceTitle(value, field);
    if (typeof value === 'boolean') return value ? say('是') : say('否');
    if (typeof value === 'number' && field.property.format === 'minutes') return minutesText(value);
    if (typeof value === 'number') return quantityText(value, field.property);
    return String(value);
  },
  parse: () => ({ message: say('由系统计算，不能填写') }),
  sheet({ property, choices }) {
    const isNumber = (property.type === 'number' || property.type === 'integer') && choices === undefined;
    if (isNumber) {
      const format = numberFormat(property.scale ?? 0, property.unit);
      return computedSheet(definition, { format, cell: (value) => (typeof value === 'number' ? value : null) });
    }
    const moment = property.format === 'date' || property.format === 'date-time';
    if (!moment) return computedSheet(definition, { format: '@' });
    return computedSheet(definition, {
      format: property.format === 'date' ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss',
      width: property.format === 'date' ? 13 : 20,
      cell: (value) => (typeof value === 'string' ? sheetDate(value) : null),
    });
  },
});
