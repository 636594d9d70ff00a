import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [
    { view: 'board', board: { by: 'status' } },
    { view: ['board', 'list'], board: { by: 'status', lanes: 'deptId', card: ['amount', 'keeper'], move: ['finish'] } },
    { view: 'board', board: { by: 'level', move: ['grade'] }, actions: ['grade'] },
  ],
  invalid: [
    { page: { view: 'board' }, at: [], says: '看板没有说明按哪个字段分列' },
    { page: { view: 'board', board: { by: 'nowhere' } }, at: ['board', 'by'], says: '没有名为“nowhere”的字段' },
    { page: { view: 'board', board: { by: 'name' } }, at: ['board', 'by'], says: '没有可分列的选项' },
    { page: { view: 'board', board: { by: 'tags' } }, at: ['board', 'by'], says: '没有可分列的选项' },
    { page: { view: 'board', board: { by: 'grade13' } }, at: ['board', 'by'], says: '看板最多12列' },
    { page: { view: 'board', board: { by: 'status', lanes: 'amount' } }, at: ['board', 'lanes'], says: '不能分行' },
    {
      page: { view: 'board', board: { by: 'level', move: ['finish'] } },
      at: ['board', 'move', 0],
      says: '没有询问“级别”',
    },
    {
      page: { view: 'board', board: { by: 'status', move: ['grade'] } },
      at: ['board', 'move', 0],
      says: '不改变状态',
    },
  ],
};
