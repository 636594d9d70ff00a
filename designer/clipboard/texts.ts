import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** Texts of copying and pasting in the designer. */
export const { useText: useClipboardText } = defineTexts('designer-clipboard', {
  copy: '复制',
  paste: '粘贴',
  copied: '已复制{count}个字段，可以粘贴到这个或别的表单',
  pasted: '已粘贴{count}个字段',
  'paste.keys': '浏览器不允许直接读取剪贴板，请按 Ctrl+V 粘贴',
  'fault.nothing': '只能复制字段和分组，请先选择',
  'fault.foreign': '剪贴板上没有从表单设计里复制的内容',
  'fault.version': '这是另一个版本的平台复制的，不能粘贴',
  'fault.large': '内容过多，不能粘贴；请分几次复制',
  'fault.locked': '“{title}”已锁定，不能复制',
  'fault.clause': '“{title}”由{clause}规定，不能复制',
  'fault.wrong': '剪贴板上的内容不正确，没有粘贴：{at}',
  'dropped.missing': '“{field}”的{keyword}用到“{name}”，这个表单没有，没有带过来',
  'dropped.clause': '“{field}”有一条规则由{name}规定，只能由出厂文件写，没有带过来',
});
