import type { FieldModel } from '../../core/model/entity-model.ts';
import type { PageKindDefinition, PlacedPage } from '../../core/model/page-kind-definition.ts';

/** Rows and columns that are shown at most. */
export const MOST_MATRIX_ROWS = 100;
export const MOST_MATRIX_COLUMNS = 62;

/** What a matrix is made of. */
export interface MatrixSettings {
  /** Field whose values are the rows. */
  readonly rows: string;
  /** Stored date whose days are the columns. */
  readonly columns: string;
  /** Fields that stand in a cell. */
  readonly cells: readonly string[];
}

export const definition: PageKindDefinition<MatrixSettings> = {
  view: 'matrix',
  says: 'a record in each cell of rows and days',
  schema: {
    matrix: {
      description: 'What the rows and columns are, and what stands in a cell.',
      type: 'object',
      additionalProperties: false,
      required: ['rows', 'columns', 'cells'],
      properties: {
        rows: {
          $ref: '#/$defs/fieldKey',
          description:
            'Stored field whose values are the rows: a device, a department, a person, a choice. At most 100 are shown.',
        },
        columns: {
          type: 'string',
          // As a dimension of statistics says it; other parts of a date would be several records a cell.
          pattern: '^[A-Za-z][A-Za-z0-9]*(:day)?$',
          'x-names': 'field',
          'x-called': '字段',
          description:
            'Stored date whose days are the columns; `unique` says that each row has one record a day. At most 62 days are shown.',
        },
        cells: {
          description: 'Fields that stand in a cell.',
          'x-layout': true,
          type: 'array',
          minItems: 1,
          maxItems: 4,
          items: { $ref: '#/$defs/fieldKey' },
        },
      },
    },
  },
  records: 'rows',
  by: 'view',
  entersRows: true,
  blocks: true,
  build(placed) {
    const { matrix } = placed.page;
    if (matrix === undefined) {
      placed.fault([], '矩阵没有说明行、列和单元格', '写上 "matrix": {"rows": "…", "columns": "…", "cells": ["…"]}');
      return undefined;
    }
    const rows = rowsField(placed, matrix.rows);
    const days = placed.field(matrix.columns.replace(/:day$/, ''), ['matrix', 'columns']);
    if (days !== undefined && (days.valueType !== 'date' || days.column === undefined)) {
      placed.fault(['matrix', 'columns'], `“${days.title}”不是存储的日期，不能按天分列`, '改为存储的日期字段');
      return undefined;
    }
    if (rows === undefined || days === undefined) return undefined;
    checkUnique(placed, rows, days);
    return { rows: rows.key, columns: days.key, cells: matrix.cells };
  },
  shows: ({ rows, columns, cells }) => [rows, columns, ...cells],
  finds: ({ columns }) => [columns],
};

function rowsField(placed: PlacedPage, key: string): FieldModel | undefined {
  const at = ['matrix', 'rows'];
  const field = placed.field(key, at);
  if (field === undefined) return undefined;
  const told = field.target !== undefined || placed.choiceKeys(field) !== undefined;
  if (told && field.column?.kind === 'text') return field;
  placed.fault(at, `“${field.title}”不能分行：须是存储的单个引用、部门、人员或选项`, '改为引用、部门、人员或单选字段');
  return undefined;
}

/** A cell holds one record, so the entity has to say that there is no second one. */
function checkUnique({ entity, fault }: PlacedPage, rows: FieldModel, days: FieldModel): void {
  const wanted = new Set([rows.key, days.key]);
  const said = Object.values(entity.unique ?? {}).some(
    ({ fields, where }) => where === undefined && fields.length === 2 && fields.every((key) => wanted.has(key)),
  );
  if (said) return;
  fault(
    ['matrix'],
    `没有规定“${rows.title}”每天只有一条，一格里可能有几条`,
    `写上 "unique": {"daily": {"fields": ["${rows.key}", "${days.key}"], "else": "…"}}`,
  );
}
