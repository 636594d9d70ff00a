import { formulaInWords } from '../../core/formula/formula.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { mediaSizes } from '../../core/validation/media-sizes.ts';
import type { ViewColumn, ViewField } from '../../field-types/field-view.ts';
import { knownLabel } from '../../field-types/known-labels.ts';
import { keysOf } from '../../field-types/text-field.tsx';
import { fieldViewOf } from '../../field-types/views.ts';
import { runtimeText } from '../text.ts';
import type { EntityPageModel } from './page-model.ts';

/** A record as pages hold it: values by field key, with `<key>Label` beside references. */
export type RecordData = Readonly<Record<string, unknown>>;

/** Key under which the text of a reference stands. */
export function labelKey(key: string): string {
  return `${key}Label`;
}

/** Labels of a field's value in a record. */
export function labelsOf(record: RecordData, key: string): ViewField['labels'] {
  const label = record[labelKey(key)];
  if (typeof label === 'string') return label;
  return Array.isArray(label) ? label.map(String) : undefined;
}

/** The field as its view sees it, for one record or for none. */
export function viewField(page: EntityPageModel, field: FieldModel, record?: RecordData): ViewField {
  const choices = page.choices(field);
  const nameless = field.target === undefined ? undefined : page.nameless?.(field.target);
  return {
    key: field.key,
    title: field.title,
    property: field.property,
    ...(choices === undefined ? {} : { choices }),
    labels: record === undefined ? undefined : (labelsOf(record, field.key) ?? standIns(field, record, nameless)),
    target: field.target,
    ...(nameless === undefined ? {} : { nameless }),
    multiple: field.multiple,
    owner: page.model.key,
    recordId: typeof record?.id === 'string' ? record.id : undefined,
    ...(field.mediaSize === undefined ? {} : { sizes: mediaSizes(field, page.metadata.settings) }),
    ...(field.columns === undefined ? {} : { columns: viewColumns(page, field, field.columns) }),
  };
}

/** Names of records that a record names without saying what they are called; undefined where that would be a fault. */
function standIns({ key, target }: FieldModel, record: RecordData, nameless: string | undefined): ViewField['labels'] {
  if (nameless === undefined || target === undefined) return undefined;
  const nameOf = (id: string) => knownLabel(target, id) ?? nameless;
  const value = record[key];
  return typeof value === 'string' && value !== '' ? nameOf(value) : keysOf(value).map(nameOf);
}

const columnViews = new WeakMap<readonly FieldModel[], { page: EntityPageModel; columns: readonly ViewColumn[] }>();

/** Columns of a sub-table as views see them; the same objects as long as the page is the same, so that rows compare. */
function viewColumns(page: EntityPageModel, table: FieldModel, columns: readonly FieldModel[]): readonly ViewColumn[] {
  // Rows of a child entity in the form of their record are records of their own.
  const { children = {} } = page.metadata;
  const owner = Object.hasOwn(children, table.key) ? table.key : `${page.model.key}.${table.key}`;
  const known = columnViews.get(columns);
  if (known?.page === page) return known.columns;
  const made = columns
    .filter((column) => column.property.hidden !== true)
    .map((column) => ({
      field: { ...viewField(page, column), owner },
      type: column.type,
      view: fieldViewOf(column.type.type),
      required: column.required,
      computed: column.computed,
    }));
  columnViews.set(columns, { page, columns: made });
  return made;
}

/** Value of a field in a record: of a date range the pair of both its ends. */
export function fieldValue(field: FieldModel, record: RecordData): unknown {
  const value = record[field.key] ?? null;
  return field.property.end === undefined ? value : [value, record[field.property.end] ?? null];
}

/** Value of a field as one line of text; '' where there is none. */
export function valueText(page: EntityPageModel, field: FieldModel, record: RecordData): string {
  const subject = viewField(page, field, record);
  const { formula } = field;
  const text = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    const written = field.type.format(value, subject);
    return formula === undefined ? written : formulaInWords(formula, written);
  };
  if (field.property.end === undefined) return text(record[field.key]);
  const [from, to] = [text(record[field.key]), text(record[field.property.end])];
  return from === '' && to === '' ? '' : runtimeText('value.range', { from: from || '…', to: to || '…' });
}

/** Name of a record: the text of its label field, else its id. */
export function recordName(page: EntityPageModel, record: RecordData): string {
  const field = page.model.field.get(page.model.label);
  const name = field === undefined ? '' : valueText(page, field, record);
  return name === '' ? String(record.id ?? '') : name;
}

/** Whether a value is missing: null, empty text, empty list, or a range with neither end. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) && value.every((entry) => entry === null || entry === undefined || entry === '');
}
