import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [
    { view: 'board', board: { by: 'status' } },
    { view: ['board', 'list'], board: { by: 'status', lanes: 'deptId', card: ['amount', 'keeper'], move: ['finish'] } },
    { view: 'board', board: { by: 'level', move: ['grade'] }, actions: ['grade'] },
    { view: 'board', board: { by: 'status', due: [{ left: 'day' }], soon: 1440, wall: true } },
    { view: 'board', board: { group: 'deptId' } },
    {
      view: ['board', 'list'],
      board: {
        group: 'level',
        lead: ['note'],
        card: ['keeper'],
        due: [
          { left: 'time', title: '办结', when: "status == 'open'", overdue: "status == 'done'" },
          { left: 'early', when: 'day > today()' },
        ],
        count: ['status', 'level'],
        states: ['open', 'done'],
        wall: true,
      },
      filters: ['status', 'level'],
    },
  ],
  invalid: [
    { page: { view: 'board' }, at: [], says: '看板没有说明按哪个字段分列' },
    {
      page: { view: 'board', board: { by: 'status', group: 'deptId' } },
      at: ['board'],
      says: '按哪个字段分列或分组（两者写一个）',
    },
    { page: { view: 'board', board: { group: 'amount' } }, at: ['board', 'group'], says: '不能分组' },
    {
      page: { view: 'board', board: { group: 'deptId', move: ['finish'] } },
      at: ['board', 'move'],
      says: '分组的看板没有列',
    },
    {
      page: { view: 'board', board: { by: 'status', count: ['level'] }, filters: ['level'] },
      at: ['board', 'count'],
      says: '每列自有数目',
    },
    {
      page: { view: 'board', board: { group: 'deptId', count: ['level'] } },
      at: ['board', 'count', 0],
      says: '不能按“级别”筛选',
    },
    {
      page: { view: 'board', board: { group: 'deptId', count: ['tags'] }, filters: ['tags'] },
      at: ['board', 'count', 0],
      says: '“标签”不能计数',
    },
    {
      page: { view: 'board', board: { group: 'deptId', states: ['open'] } },
      at: ['board', 'states'],
      says: '不能按状态筛选',
    },
    {
      page: { view: 'board', board: { group: 'deptId', due: [{ left: 'amount' }] } },
      at: ['board', 'due', 0, 'left'],
      says: '“数量”不是日期或时间',
    },
    {
      page: { view: 'board', board: { group: 'deptId', due: [{ left: 'day', when: "deptId.deptName == '甲'" }] } },
      at: ['board', 'due', 0, 'when'],
      says: '不能读别的记录',
    },
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
