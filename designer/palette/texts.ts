import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** Texts of what is added to a form. */
export const { useText: usePaletteText } = defineTexts('designer-palette', {
  title: '加字段、分组',
  search: '搜索：名称、拼音首字母或代码',
  none: '没有符合的',
  close: '回到结构',
  keys: '↑、↓选择，回车加入，或拖到表单里',
  'entry.chooses': '选择{what}',
  'entry.section': '分组',
  'entry.columns': '每行{count}列',
  'ask.title': '加：{what}',
  'ask.name': '字段名称',
  'ask.name.section': '分组名称',
  'ask.options': '选项，每行一个',
  'ask.columns': '列，每行一个',
  'ask.target': '引用的业务',
  'ask.target.missing': '请先选择引用的业务',
  'ask.key': '字段代码',
  'ask.key.section': '分组代码',
  'ask.key.hint': '字母开头，只含字母和数字；建好后不变',
  'ask.required': '必填',
  'ask.ok': '加入',
  'ask.default': '新字段',
  'ask.default.section': '新分组',
  'ask.default.option': '选项{count}',
  'ask.default.column': '列{count}',
});
