import type { JointFixtures } from '../joint-fixtures.ts';

export const fixtures: JointFixtures = {
  valid: [
    { view: 'file', file: { of: 'people', tabs: { tools: { page: 'tools', by: 'who' } } } },
    {
      view: 'file',
      file: { of: 'permits', print: 'none', tabs: { tools: { page: 'tools', by: 'keeper', title: '凭证下的工器具' } } },
    },
  ],
  invalid: [
    {
      page: { view: 'file', file: { of: 'people', tabs: { tools: { page: 'tools', by: 'keeper' } } } },
      at: ['file', 'tabs', 'tools', 'by'],
      says: '“工器具”的字段“许可”不引用“用户”',
    },
    {
      page: { view: 'file', file: { of: 'people', tabs: { tools: { page: 'tools', by: 'day' } } } },
      at: ['file', 'tabs', 'tools', 'by'],
      says: '不引用“用户”',
    },
    {
      page: { view: 'file', file: { of: 'persons', tabs: { tools: { page: 'tools', by: 'who' } } } },
      at: ['file', 'of'],
      says: '没有名为“persons”的页面',
    },
    {
      page: { view: 'file', file: { of: 'people', tabs: { figures: { page: 'toolFigures', by: 'who' } } } },
      at: ['file', 'tabs', 'figures', 'page'],
      says: '不是记录的列表',
    },
  ],
};
