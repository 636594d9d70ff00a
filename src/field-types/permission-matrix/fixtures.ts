import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '权限', field: 'permissionMatrix', type: 'array', items: { type: 'object' } },
  valid: [{ value: [{ permissionId: 'law', actionList: ['view', 'add'] }], text: '1个页面' }],
  invalid: [
    { value: [{ permissionId: 'law' }], message: '须为各页面的按钮权限' },
    { value: [{ permissionId: 'law', actionList: ['view'], more: 1 }], message: '须为各页面的按钮权限' },
    {
      value: [
        { permissionId: 'law', actionList: [] },
        { permissionId: 'law', actionList: [] },
      ],
      message: '同一页面不能出现两次',
    },
  ],
  parse: [{ text: '全部', message: '权限不能从文本读取' }],
};
