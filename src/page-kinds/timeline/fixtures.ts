import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [
    { view: 'timeline', timeline: { from: 'from', rows: 'deptId' } },
    { view: ['timeline', 'list'], timeline: { from: 'from', rows: 'keeper', color: 'status', move: ['shift'] } },
    { view: 'timeline', timeline: { from: 'day', rows: 'tags' } },
  ],
  invalid: [
    { page: { view: 'timeline' }, at: [], says: '时间线没有说明何时开始' },
    {
      page: { view: 'timeline', timeline: { from: 'amount', rows: 'deptId' } },
      at: ['timeline', 'from'],
      says: '不是日期或时间',
    },
    {
      page: { view: 'timeline', timeline: { from: 'from', rows: 'amount' } },
      at: ['timeline', 'rows'],
      says: '不能分行',
    },
    {
      page: { view: 'timeline', timeline: { from: 'from', rows: 'deptId', color: 'note' } },
      at: ['timeline', 'color'],
      says: '没有选项',
    },
    {
      page: { view: 'timeline', timeline: { from: 'from', rows: 'deptId', move: ['reschedule'] } },
      at: ['timeline', 'move', 0],
      says: '还要填写“time”',
    },
  ],
};
