import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  {
    keyword: 'org',
    title: '选择范围',
    editor: 'choice',
    choices: [
      { value: 'user', title: '人员' },
      { value: 'dept', title: '部门' },
      { value: 'deptUser', title: '部门或人员' },
      { value: 'role', title: '角色' },
      { value: 'post', title: '岗位' },
    ],
  },
  { keyword: 'multiple', title: '可多选', editor: 'switch' },
  { keyword: 'maxItems', title: '最多选择', editor: 'number', min: 1, max: 99 },
];
