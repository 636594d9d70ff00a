import type { JointFixtures } from '../joint-fixtures.ts';

const late = { figure: 'toolFigures.late', refresh: 300 };

export const fixtures: JointFixtures = {
  valid: [
    { view: 'dashboard', dashboard: { tiles: { todo: { tasks: true }, late } } },
    {
      view: 'dashboard',
      dashboard: {
        tiles: {
          late: { ...late, title: '过期的工器具', width: 4 },
          share: {
            title: '过期率',
            value: "figure('tools.late') / figure('tools.all') * 100",
            unit: '%',
            scale: 1,
          },
          next: { list: 'tools', columns: ['name', 'day'], most: 8 },
          months: { chart: 'tools.byDay', width: 12 },
          plan: {
            title: '厂区',
            map: { yards: { page: 'permits', at: 'yard' }, tools: { page: 'tools', at: 'place' } },
          },
        },
        public: ['late', 'share', 'months', 'plan'],
      },
    },
    {
      view: 'dashboard',
      dashboard: {
        layout: 'table',
        tiles: {
          late: { ...late, beside: ['tools.all'], target: { atMost: '0' } },
          share: {
            title: '过期率',
            value: "figure('tools.late') / figure('tools.all')",
            target: { atMost: '1 - 0.9' },
          },
          soon: { joint: 'soonDue', most: 3 },
          month: { joint: 'soonDue', as: 'month', width: 12 },
          banner: { joint: 'soonDue', as: 'banner', most: 3 },
        },
      },
    },
  ],
  invalid: [
    {
      page: { view: 'dashboard', dashboard: { tiles: { soon: { joint: 'soonDeu' } } } },
      at: ['dashboard', 'tiles', 'soon', 'joint'],
      says: 'soonDeu',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { file: { joint: 'toolFile' } } } },
      at: ['dashboard', 'tiles', 'file', 'joint'],
      says: '不能放在磁贴里',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { soon: { joint: 'soonDue' } }, public: ['soon'] } },
      at: ['dashboard', 'public', '0'],
      says: '不登录的人看不到记录和待办',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { next: { list: 'tools', target: { atLeast: '1' } } } } },
      at: ['dashboard', 'tiles', 'next', 'target'],
      says: '只有数字有目标',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { late: { ...late, target: { atLeast: "setting('none')" } } } } },
      at: ['dashboard', 'tiles', 'late', 'target', 'atLeast'],
      says: 'none',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { late: { ...late, beside: ['tools.lost'] } } } },
      at: ['dashboard', 'tiles', 'late', 'beside', '0'],
      says: '没有名为“lost”的指标',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { late: { figure: 'toolFigures.lost' } } } },
      at: ['dashboard', 'tiles', 'late', 'figure'],
      says: '“工器具”没有名为“lost”的指标',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { odd: { figure: 'tools.apart' } } } },
      at: ['dashboard', 'tiles', 'odd', 'figure'],
      says: '指标“apart”不在任何统计块里',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { late: { figure: 'permits.late' } } } },
      at: ['dashboard', 'tiles', 'late', 'figure'],
      says: '“许可”没有统计',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { both: { tasks: true, list: 'tools' } } } },
      at: ['dashboard', 'tiles', 'both'],
      says: '同时写了“tasks”“list”',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { next: { list: 'tools' } }, public: ['next'] } },
      at: ['dashboard', 'public', '0'],
      says: '不登录的人看不到记录和待办',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { who: { chart: 'tools.byKeeper' } }, public: ['who'] } },
      at: ['dashboard', 'public', '0'],
      says: '会公开人名',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { plan: { map: { tools: { page: 'tools', at: 'place' } } } } } },
      at: ['dashboard', 'tiles', 'plan'],
      says: '地图没有名字',
    },
    {
      page: {
        view: 'dashboard',
        dashboard: { tiles: { plan: { title: '厂区', map: { tools: { page: 'tools', at: 'spot' } } } } },
      },
      at: ['dashboard', 'tiles', 'plan', 'map', 'tools', 'at'],
      says: '坐标“旧位置”没有索引',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { share: { title: '率', value: "figure('tools.late') > 3" } } } },
      at: ['dashboard', 'tiles', 'share', 'value'],
      says: '表达式',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { late: { chart: 'tools.byPlace' } } } },
      at: ['dashboard', 'tiles', 'late', 'chart'],
      says: '没有名为“byPlace”的统计块',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { late }, public: ['later'] } },
      at: ['dashboard', 'public', '0'],
      says: '没有名为“later”的磁贴',
    },
    {
      page: { view: 'dashboard', dashboard: { tiles: { next: { list: 'tools', columns: ['secret'] } } } },
      at: ['dashboard', 'tiles', 'next', 'columns', '0'],
      says: '没有名为“secret”的字段',
    },
    { page: { view: 'dashboard', dashboard: { tiles: { todo: { tasks: true } } } }, at: [], says: '没有人看得到它' },
  ],
};
