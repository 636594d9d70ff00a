import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [
    { view: 'calendar', calendar: { from: 'day' } },
    { view: ['list', 'calendar'], calendar: { from: 'time', color: 'status', move: ['reschedule'] } },
    { view: 'calendar', calendar: { from: 'from', color: 'level', move: ['shift'] } },
  ],
  invalid: [
    { page: { view: 'calendar' }, at: [], says: '日历没有说明记录在哪一天' },
    { page: { view: 'calendar', calendar: { from: 'name' } }, at: ['calendar', 'from'], says: '不是日期或时间' },
    { page: { view: 'calendar', calendar: { from: 'early' } }, at: ['calendar', 'from'], says: '每次读取时计算' },
    {
      page: { view: 'calendar', calendar: { from: 'day', color: 'name' } },
      at: ['calendar', 'color'],
      says: '没有选项',
    },
    {
      page: { view: 'calendar', calendar: { from: 'time', move: ['postpone'] } },
      at: ['calendar', 'move', 0],
      says: '还要填写“note”',
    },
    {
      page: { view: 'calendar', calendar: { from: 'from', move: ['begin'] } },
      at: ['calendar', 'move', 0],
      says: '没有询问“until”',
    },
  ],
};
