import type { JointFixtures } from '../joint-fixtures.ts';

const tools = { page: 'tools', at: 'place' };

export const fixtures: JointFixtures = {
  valid: [
    { view: 'map', map: { layers: { tools } } },
    {
      view: 'map',
      map: {
        layers: {
          yards: { page: 'permits', at: 'yard', title: '许可区', opens: { tools: { page: 'tools', by: 'keeper' } } },
          tools: { ...tools, color: 'state' },
        },
      },
    },
  ],
  invalid: [
    {
      page: { view: 'map', map: { layers: { tools: { page: 'tools', at: 'day' } } } },
      at: ['map', 'layers', 'tools', 'at'],
      says: '“检定到期”不是坐标或区域',
    },
    {
      page: { view: 'map', map: { layers: { tools: { page: 'tools', at: 'spot' } } } },
      at: ['map', 'layers', 'tools', 'at'],
      says: '坐标“旧位置”没有索引',
    },
    {
      page: { view: 'map', map: { layers: { tools: { ...tools, color: 'name' } } } },
      at: ['map', 'layers', 'tools', 'color'],
      says: '没有选项，没有颜色可用',
    },
    {
      page: {
        view: 'map',
        map: { layers: { tools: { ...tools, opens: { permits: { page: 'permits', by: 'title' } } } } },
      },
      at: ['map', 'layers', 'tools', 'opens', 'permits', 'by'],
      says: '“名称”不引用“工器具”',
    },
    {
      page: { view: 'map', map: { layers: { tools: { page: 'toolFigures', at: 'place' } } } },
      at: ['map', 'layers', 'tools', 'page'],
      says: '不是记录的列表',
    },
  ],
};
