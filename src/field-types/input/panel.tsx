import type { FieldPanel } from '../field-panel.ts';

export const panel: FieldPanel = [
  { keyword: 'placeholder', title: '占位文字', editor: 'text' },
  { keyword: 'unit', title: '单位', editor: 'text' },
  { keyword: 'minLength', title: '最少字数', editor: 'number', min: 0, max: 255 },
  { keyword: 'maxLength', title: '最多字数', editor: 'number', min: 1, max: 255 },
  {
    keyword: 'check',
    title: '内置校验',
    editor: 'choice',
    choices: [
      { value: 'mobile', title: '手机号码' },
      { value: 'landline', title: '固定电话' },
      { value: 'phone', title: '手机或固定电话' },
      { value: 'idCard', title: '身份证号' },
      { value: 'chineseName', title: '中文姓名' },
      { value: 'email', title: '邮箱' },
      { value: 'url', title: '网址' },
      { value: 'number', title: '数字' },
      { value: 'creditCode', title: '统一社会信用代码' },
      { value: 'casNo', title: 'CAS号' },
    ],
  },
  { keyword: 'patterns', title: '正则校验', editor: 'patterns' },
  {
    keyword: 'mask',
    title: '脱敏方式',
    editor: 'choice',
    choices: [
      { value: 'phone', title: '手机号' },
      { value: 'idCard', title: '身份证号' },
      { value: 'name', title: '姓名' },
      { value: 'all', title: '全部' },
    ],
  },
  { keyword: 'maskInLists', title: '列表中一律脱敏', editor: 'switch' },
  { keyword: 'serial', title: '编号规则', editor: 'serial', hint: '没有填写时由系统编号' },
  { keyword: 'quickSearch', title: '参与快速搜索', editor: 'switch' },
];
