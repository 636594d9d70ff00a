import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [{ view: 'tree' }, { view: ['tree', 'list'] }],
  invalid: [{ page: { view: ['tree', 'single'] }, at: ['view', 1], says: '不能与其他种类切换' }],
};
