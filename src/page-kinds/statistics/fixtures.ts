import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [{ view: 'statistics' }],
  invalid: [{ page: { view: ['statistics', 'list'] }, at: ['view', 0], says: '不能与其他种类切换' }],
};
