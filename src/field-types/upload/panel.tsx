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
  {
    keyword: 'media',
    title: '文件种类',
    editor: 'choice',
    choices: [
      { value: 'image', title: '只收图片' },
      { value: 'video', title: '只收视频' },
    ],
  },
  {
    keyword: 'duplicate',
    title: '重复文件',
    editor: 'choice',
    choices: [
      { value: 'file', title: '文件名和修改时间都相同' },
      { value: 'name', title: '文件名相同' },
    ],
  },
  { keyword: 'mediaWidth', title: '图片视频宽度', editor: 'number', min: 1, max: 65_535, unit: '像素' },
  { keyword: 'mediaHeight', title: '图片视频高度', editor: 'number', min: 1, max: 65_535, unit: '像素' },
  { keyword: 'mediaRatio', title: '图片视频比例', editor: 'text', hint: '宽比高，如16:9' },
  { keyword: 'eachError', title: '逐个提示错误', editor: 'switch', hint: '默认一批文件只提示第一个错误' },
];
