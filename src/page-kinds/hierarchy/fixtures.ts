import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [{ view: 'hierarchy' }, { view: ['tree', 'hierarchy'], hierarchy: { lines: ['level', 'amount'] } }],
  invalid: [
    {
      page: { view: 'hierarchy', hierarchy: { lines: ['nowhere'] } },
      at: ['hierarchy', 'lines', 0],
      says: '没有名为“nowhere”的字段',
    },
    { page: { view: ['hierarchy', 'single'] }, at: ['view', 1], says: '不能与其他种类切换' },
  ],
};
