import type { PageKindFixtures } from '../page-fixtures.ts';

export const fixtures: PageKindFixtures = {
  valid: [{ view: 'cards' }, { view: ['cards', 'list'], cards: { cover: 'photos', lines: ['level', 'amount'] } }],
  invalid: [
    { page: { view: 'cards', cards: { cover: 'name' } }, at: ['cards', 'cover'], says: '没有图片可作封面' },
    { page: { view: 'cards', cards: { cover: 'nowhere' } }, at: ['cards', 'cover'], says: '没有名为“nowhere”的字段' },
    {
      page: { view: 'cards', cards: { lines: ['nowhere'] } },
      at: ['cards', 'lines', 0],
      says: '没有名为“nowhere”的字段',
    },
  ],
};
