import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [
    { view: 'matrix', matrix: { rows: 'deptId', columns: 'day', cells: ['level'] } },
    { view: 'matrix', matrix: { rows: 'deptId', columns: 'day:day', cells: ['level'] } },
    { view: ['matrix', 'list'], matrix: { rows: 'deptId', columns: 'day', cells: ['level', 'amount'] } },
  ],
  invalid: [
    { page: { view: 'matrix' }, at: [], says: '矩阵没有说明行、列和单元格' },
    {
      page: { view: 'matrix', matrix: { rows: 'amount', columns: 'day', cells: ['level'] } },
      at: ['matrix', 'rows'],
      says: '不能分行',
    },
    {
      page: { view: 'matrix', matrix: { rows: 'deptId', columns: 'time', cells: ['level'] } },
      at: ['matrix', 'columns'],
      says: '不是存储的日期',
    },
    {
      page: { view: 'matrix', matrix: { rows: 'deptId', columns: 'time:day', cells: ['level'] } },
      at: ['matrix', 'columns'],
      says: '不是存储的日期',
    },
    {
      page: { view: 'matrix', matrix: { rows: 'keeper', columns: 'day', cells: ['level'] } },
      at: ['matrix'],
      says: '一格里可能有几条',
    },
  ],
};
