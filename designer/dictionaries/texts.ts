import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** Texts of changing dictionaries. */
export const { useText: useDictionaryText } = defineTexts('designer-dictionaries', {
  none: '这个业务没有用到字典',
  shared: '也用于：{titles}',
  title: '名称',
  color: '颜色',
  'color.none': '默认',
  sealed: '停用',
  'sealed.hint': '停用的选项仍显示在已有记录里，不能再选',
  used: '在用',
  add: '加选项',
  new: '新选项的名称',
  'title.of': '选项“{title}”的名称',
  'color.of': '选项“{title}”的颜色',
  'sealed.of': '停用“{title}”',
  'up.of': '“{title}”上移',
  'down.of': '“{title}”下移',
  taken: '已有名为“{title}”的选项',
  order: '次序',
});
