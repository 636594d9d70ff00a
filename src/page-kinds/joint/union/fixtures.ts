import type { JointFixtures } from '../joint-fixtures.ts';

const columns = { name: { title: '名称' }, day: { title: '日期' } };
const tools = { page: 'tools', columns: { name: 'name', day: 'day' } };
const permits = { page: 'permits', columns: { name: 'title', day: 'until' } };

export const fixtures: JointFixtures = {
  valid: [
    { view: 'union', union: { columns, sort: 'day', of: { tools, permits } } },
    {
      view: 'union',
      roles: ['@STAFF'],
      union: {
        columns: { ...columns, day: { title: '到期日', tone: 'due', within: 60 } },
        where: 'day <= today() + days(90)',
        sort: '-day',
        of: { tools: { ...tools, title: '工器具', where: "name != ''" }, permits },
      },
    },
  ],
  invalid: [
    {
      page: { view: 'union', union: { columns, sort: 'day', of: { tools, permits: { ...permits, page: 'permit' } } } },
      at: ['union', 'of', 'permits', 'page'],
      says: '没有名为“permit”的页面，是否想写“permits”',
    },
    {
      page: {
        view: 'union',
        union: {
          columns,
          sort: 'day',
          of: { tools, permits: { page: 'permits', columns: { name: 'title', day: 'at' } } },
        },
      },
      at: ['union', 'of', 'permits', 'columns', 'day'],
      says: '列“day”在“permits”里是日期时间，在“tools”里是日期',
    },
    {
      page: {
        view: 'union',
        union: {
          columns,
          sort: 'day',
          of: { tools, permits: { page: 'permits', columns: { name: 'title', day: 'done' } } },
        },
      },
      at: ['union', 'of', 'permits', 'columns', 'day'],
      says: '“完成日”没有索引，不能在合并列表里排序',
    },
    {
      page: {
        view: 'union',
        union: {
          columns,
          sort: 'day',
          of: { tools, permits: { page: 'permits', columns: { name: 'secret', day: 'until' } } },
        },
      },
      at: ['union', 'of', 'permits', 'columns', 'name'],
      says: '页面“许可”的列表不显示“口令”',
    },
    {
      page: { view: 'union', union: { columns, sort: 'due', of: { tools, permits } } },
      at: ['union', 'sort'],
      says: '没有名为“due”的列',
    },
    {
      page: { view: 'union', union: { columns, sort: 'day', where: 'day <= 3', of: { tools, permits } } },
      at: ['union', 'where'],
      says: '表达式',
    },
    {
      page: {
        view: 'union',
        union: { columns, sort: 'day', of: { tools, permits: { page: 'permits', columns: { name: 'title' } } } },
      },
      at: ['union', 'of', 'permits', 'columns'],
      says: '列表按“day”排序，这里没有说它是哪个字段',
    },
    { page: { view: 'union' }, at: [], says: '缺少同名的关键字“union”' },
    {
      page: {
        view: 'union',
        union: { columns: { ...columns, name: { title: '名称', tone: 'due' } }, sort: 'day', of: { tools, permits } },
      },
      at: ['union', 'columns', 'name', 'tone'],
      says: '“name”不是日期，没有到期可言',
    },
  ],
};
