import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [
    { view: 'walk', walk: { rows: 'sampleItem', ask: ['result'] } },
    {
      view: ['list', 'walk'],
      walk: {
        rows: 'sampleItem',
        by: 'part',
        shows: ['standard'],
        ask: ['result', 'photos'],
        sign: 'finish',
        offline: true,
      },
    },
    { view: ['walk', 'list'], walk: { fire: 'grade', offline: true } },
  ],
  invalid: [
    { page: { view: 'walk' }, at: [], says: '没有说明逐项办理的是下级明细' },
    {
      page: { view: 'walk', walk: { rows: 'sampleItem', ask: ['result'], fire: 'grade' } },
      at: ['walk'],
      says: '没有说明逐项办理的是下级明细',
    },
    { page: { view: 'walk', walk: { rows: 'nowhere', ask: ['result'] } }, at: ['walk', 'rows'], says: 'nowhere' },
    { page: { view: 'walk', walk: { rows: 'dept', ask: ['deptName'] } }, at: ['walk', 'rows'], says: '下级明细' },
    {
      page: { view: 'walk', walk: { rows: 'sampleLog', ask: ['note'] } },
      at: ['walk', 'rows'],
      says: '执行的人不能改它的行',
    },
    { page: { view: 'walk', walk: { rows: 'sampleItem' } }, at: ['walk'], says: '没有说明逐项填写哪些字段' },
    {
      page: { view: 'walk', walk: { rows: 'sampleItem', ask: ['result', 'standard'] } },
      at: ['walk', 'ask', 1],
      says: '“标准”不可填写',
    },
    {
      page: { view: 'walk', walk: { rows: 'sampleItem', ask: ['nowhere'] } },
      at: ['walk', 'ask', 0],
      says: '没有名为“nowhere”的“样品检查”的字段',
    },
    {
      page: { view: 'walk', walk: { fire: 'grade', ask: ['level'] } },
      at: ['walk', 'ask'],
      says: '“ask”没有用处',
    },
    { page: { view: 'walk', walk: { fire: 'nowhere' } }, at: ['walk', 'fire'], says: 'nowhere' },
    {
      page: { view: 'walk', walk: { fire: 'onSite', offline: true } },
      at: ['walk', 'offline'],
      says: '须联网办理',
    },
  ],
};
