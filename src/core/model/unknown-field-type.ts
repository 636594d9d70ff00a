import type { Property } from '../dialect/entity.generated.ts';
import type { ValueType } from '../expression/index.ts';
import type { ColumnType, FieldTypeDefinition } from '../field-type.ts';
import { say } from '../text/say.ts';

const COLUMNS: Record<Property['type'], ColumnType> = {
  string: { kind: 'text', ddl: 'text' },
  number: { kind: 'numeric', ddl: 'numeric' },
  integer: { kind: 'bigint', ddl: 'bigint' },
  boolean: { kind: 'boolean', ddl: 'boolean' },
  array: { kind: 'jsonb', ddl: 'jsonb' },
  object: { kind: 'jsonb', ddl: 'jsonb' },
};

const TYPES: Record<Property['type'], ValueType> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'object',
  object: 'object',
};

/**
 * Stands in for a field type that is not registered, so that the rest of the entity still works: the value is kept and
 * shown as text, and none is accepted.
 */
export function unknownFieldType(type: string): FieldTypeDefinition {
  const message = say('没有名为“{type}”的字段类型', { type });
  return {
    type,
    title: type,
    group: 'text',
    jsonTypes: ['string', 'number', 'integer', 'boolean', 'array', 'object'],
    keywords: [],
    column: (property) => COLUMNS[property.type],
    expressionType: (property) => TYPES[property.type],
    filter: () => 'none',
    sortable: false,
    span: 'one',
    check: () => message,
    format: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
    parse: () => ({ message }),
  };
}
