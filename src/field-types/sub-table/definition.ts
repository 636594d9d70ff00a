import type { Property } from '../../core/dialect/entity.generated.ts';
import { defineFieldType, JSON_COLUMN } from '../define.ts';

/** Rows of a sub-table that names no `maxItems`. */
export const DEFAULT_MAX_ROWS = 200;

/** Rows and cells that a text of the whole table shows. */
const SHOWN_ROWS = 20;

/** Text of a cell that means something away from its table: no ids and no keys of dictionaries. */
function cellText(column: Property, value: unknown): string {
  if (value === null || value === undefined || column.ref || column.org || column.dict) return '';
  const texts = (Array.isArray(value) ? value : [value]).map((entry) =>
    typeof entry === 'object' ? '' : (column.options?.[String(entry)]?.title ?? String(entry)),
  );
  return texts.filter((text) => text !== '').join('、');
}

/**
 * Rows that stand in the record itself (one jsonb column): `items.properties` are the columns, each a field of its own,
 * `items.required` those that must be filled. At most 200 rows unless `maxItems` says otherwise. Rows that other people
 * write, sign or list are a child entity instead.
 */
export const definition = defineFieldType({
  type: 'subTable',
  title: '子表',
  group: 'structure',
  jsonTypes: ['array'],
  keywords: ['items', 'minItems', 'maxItems'],
  rowwise: true,
  column: () => JSON_COLUMN,
  expressionType: () => 'object',
  filter: () => 'none',
  sortable: false,
  span: 'full',
  check(value, { property }) {
    const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
    if (!Array.isArray(value) || !value.every(isRow)) return '须为行的列表';
    const most = property.maxItems ?? DEFAULT_MAX_ROWS;
    if (value.length > most) return `最多${most}行，现有${value.length}行`;
    return property.minItems !== undefined && value.length < property.minItems
      ? `至少${property.minItems}行，现有${value.length}行`
      : undefined;
  },
  format(value, { property }) {
    if (!Array.isArray(value) || value.length === 0) return '';
    const columns = Object.entries(property.items?.properties ?? {});
    const rows = value.slice(0, SHOWN_ROWS).map((row: unknown) =>
      columns
        .map(([key, column]) => cellText(column, (row as Readonly<Record<string, unknown>> | null)?.[key]))
        .filter((text) => text !== '')
        .join('，'),
    );
    const shown = rows.filter((text) => text !== '').join('；');
    return shown === '' ? `${value.length}行` : `${value.length}行：${shown}${value.length > SHOWN_ROWS ? '…' : ''}`;
  },
  parse: (text) => (text.trim() === '' ? { value: null } : { message: '子表不能从文本读取' }),
});
