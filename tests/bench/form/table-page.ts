import type { Entity, Property } from '../../../src/core/dialect/entity.generated.ts';
import type { PageMetadata } from '../../../src/core/wire/page.ts';
import { CHOICES, MAX_NUMBER, MAX_TEXT } from './field-mix.ts';
import { TABLE_COLUMNS, TABLE_ROWS, type TableColumn } from './table-mix.ts';

const options = Object.fromEntries(CHOICES.map(({ key, title }, index) => [key, { title, order: (index + 1) * 10 }]));

function property({ title, kind, product }: TableColumn): Property {
  switch (kind) {
    case 'input':
      return { title, field: 'input', type: 'string', maxLength: MAX_TEXT };
    case 'number':
      return { title, field: 'number', type: 'number', scale: 2, minimum: 0, maximum: MAX_NUMBER, total: 'sum' };
    case 'amount':
      return { title, field: 'amount', type: 'number', scale: 2, total: 'sum' };
    case 'select':
      return { title, field: 'select', type: 'string', options };
    case 'date':
      return { title, field: 'date', type: 'string', format: 'date' };
    case 'checkbox':
      return { title, field: 'checkbox', type: 'array', options: { '1': { title: '是', order: 10 } } };
    case 'calculate': {
      const [a, b] = product ?? ['0', '0'];
      return { title, field: 'calculate', type: 'number', scale: 2, compute: `${a} * ${b}` };
    }
  }
}

/** A form whose body is one table, as the dialect says it. */
export function tableMetadata(): PageMetadata {
  const entity: Entity = {
    dialect: 1,
    entity: 'benchTable',
    title: '测量子表',
    api: { service: 'safety', base: 'bench/table' },
    record: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { title: '名称', field: 'input', type: 'string' },
        grand: { title: '总计', field: 'calculate', type: 'number', scale: 2, compute: 'sum(rows, c3)' },
        rows: {
          title: '明细',
          field: 'subTable',
          type: 'array',
          maxItems: TABLE_ROWS + 50,
          items: {
            type: 'object',
            required: TABLE_COLUMNS.filter((column) => column.required).map((column) => column.key),
            properties: Object.fromEntries(TABLE_COLUMNS.map((column) => [column.key, property(column)])),
          },
        },
      },
    },
    pages: { benchTable: { title: '测量子表', columns: ['name'], actions: ['add'] } },
  };
  return {
    entity,
    area: 'bench',
    page: 'benchTable',
    revision: '1',
    dictionaries: {},
    settings: {},
    timeZone: 'Asia/Shanghai',
    targets: {},
  } as PageMetadata;
}
