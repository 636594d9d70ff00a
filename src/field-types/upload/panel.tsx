import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  {
    keyword: 'listType',
    title: '显示方式',
    editor: 'choice',
    choices: [
      { value: 'text', title: '文件列表' },
      { value: 'picture', title: '图片列表' },
      { value: 'picture-card', title: '图片卡片' },
    ],
  },
  { keyword: 'maxItems', title: '最多文件数', editor: 'number', min: 1, max: 99 },
  { keyword: 'minItems', title: '最少文件数', editor: 'number', min: 0, max: 99 },
  { keyword: 'maxSize', title: '单个文件大小', editor: 'number', min: 1, max: 104_857_600, unit: '字节' },
  { keyword: 'accept', title: '允许的扩展名', editor: 'extensions' },
];
