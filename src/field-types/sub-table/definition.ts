import { acrossSheet } from '../../core/across-sheet.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { Decimal, roundHalfAway, toDecimal } from '../../core/expression/decimal.ts';
import { exportOnlySheet } from '../../core/field-forms.ts';
import type { FieldContext, PrintContent } from '../../core/field-type.ts';
import { clauses, listed, phrases } from '../../core/text/punctuate.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType, JSON_COLUMN } from '../define.ts';

/** Rows of a sub-table that names no `maxItems`. */
export const DEFAULT_MAX_ROWS = 200;

/** Rows and cells that a text of the whole table shows. */
const SHOWN_ROWS = 20;

/** Text of a cell that means something away from its table: no ids and no keys of dictionaries. */
function cellText(column: Property, value: unknown): string {
  if (value === null || value === undefined || column.ref || column.org || column.dict) return '';
  if (column.field === 'upload' && Array.isArray(value)) {
    const names = value.flatMap((file: unknown) =>
      isRow(file) && typeof file.originalName === 'string' ? [file.originalName] : [],
    );
    return names.length < value.length ? say('{count}个附件', { count: value.length }) : listed(names);
  }
  const texts = (Array.isArray(value) ? value : [value]).map((entry) =>
    typeof entry === 'object' ? '' : (column.options?.[String(entry)]?.title ?? String(entry)),
  );
  return listed(texts.filter((text) => text !== ''));
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row);

/** Columns as print shows them; those of the metadata alone where nobody says what their types and choices are. */
function printColumns(field: FieldContext): readonly PrintColumn[] {
  if (field.columns !== undefined) {
    return field.columns.map(({ field: column, type }) => ({
      key: column.key,
      property: column.property,
      text: (value, labels) => type.format(value, { ...column, labels }),
      scale: column.property.scale ?? type.defaultScale ?? 0,
    }));
  }
  return Object.entries(field.property.items?.properties ?? {}).map(([key, property]) => ({
    key,
    property,
    text: (value) => cellText(property, value),
    scale: property.scale ?? 0,
  }));
}

interface PrintColumn {
  readonly key: string;
  readonly property: Property;
  text(value: unknown, labels: FieldContext['labels']): string;
  readonly scale: number;
}

function labelsOf(row: Row, key: string): FieldContext['labels'] {
  const labels = row[`${key}Label`];
  return typeof labels === 'string' ? labels : Array.isArray(labels) ? labels.map(String) : undefined;
}

function totalOf({ key, property, text, scale }: PrintColumn, rows: readonly Row[]): string {
  const { total } = property;
  if (total === undefined) return '';
  const filled = rows.map((row) => row[key]).filter((cell) => cell !== null && cell !== undefined && cell !== '');
  if (total === 'count') return say('{count} 项', { count: filled.length });
  if (filled.length === 0) return '';
  if (total === 'max' || total === 'min') {
    const way = total === 'max' ? 1 : -1;
    const before = (left: unknown, right: unknown) =>
      typeof left === 'number' && typeof right === 'number'
        ? (right - left) * way > 0
        : String(right) > String(left) === way > 0;
    return text(
      filled.reduce((best, cell) => (before(best, cell) ? cell : best)),
      undefined,
    );
  }
  const sum = filled.reduce<Decimal>((all, cell) => all.plus(toDecimal(cell) ?? new Decimal(0)), new Decimal(0));
  const value = total === 'avg' ? sum.div(filled.length) : sum;
  return text(Number(roundHalfAway(value, scale).toString()), undefined);
}

function printTable(value: unknown, field: FieldContext): PrintContent | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = value.filter(isRow);
  const columns = printColumns(field).filter(({ property }) => property.hidden !== true);
  const totals = columns.map((column) => totalOf(column, rows));
  return {
    kind: 'table',
    head: columns.map(({ property }) => property.title),
    rows: rows.map((row) =>
      columns.map((column) => {
        const cell = row[column.key];
        return cell === null || cell === undefined ? '' : column.text(cell, labelsOf(row, column.key));
      }),
    ),
    ...(totals.some((total) => total !== '') ? { totals } : {}),
  };
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
    if (!Array.isArray(value) || !value.every(isRow)) return say('须为行的列表');
    const most = property.maxItems ?? DEFAULT_MAX_ROWS;
    if (value.length > most) return say('最多{most}行，现有{count}行', { most, count: value.length });
    return property.minItems !== undefined && value.length < property.minItems
      ? say('至少{minItems}行，现有{count}行', { minItems: property.minItems, count: value.length })
      : undefined;
  },
  format(value, { property }) {
    if (!Array.isArray(value) || value.length === 0) return '';
    const columns = Object.entries(property.items?.properties ?? {});
    const rows = value
      .slice(0, SHOWN_ROWS)
      .map((row: unknown) =>
        phrases(
          columns
            .map(([key, column]) => cellText(column, (row as Readonly<Record<string, unknown>> | null)?.[key]))
            .filter((text) => text !== ''),
        ),
      );
    const shown = clauses(rows.filter((text) => text !== ''));
    return shown === ''
      ? say('{count}行', { count: value.length })
      : say('{count}行：{shown}{more}', { count: value.length, shown, more: value.length > SHOWN_ROWS ? '…' : '' });
  },
  parse: (text) => (text.trim() === '' ? { value: null } : { message: say('子表不能从文本读取') }),
  sheet({ property: { items } }) {
    const { across } = items ?? {};
    if (across === undefined) return exportOnlySheet(definition, 40);
    return acrossSheet(across, items?.properties?.[across.tick ?? '']?.title);
  },
  print: printTable,
});
