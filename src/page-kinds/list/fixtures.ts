import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [{ view: 'list' }, { view: 'list', columns: ['name', 'level'], filters: ['level'], sort: ['-day'] }],
  invalid: [
    { page: { view: 'list', sort: ['files'] }, at: ['sort', 0], says: '不能按“files”排序' },
    { page: { view: ['list', 'statistics'] }, at: ['view', 1], says: '不能与其他种类切换' },
  ],
};
