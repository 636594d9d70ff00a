import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** Texts of the help of the designer: what keywords mean, and the tour. */
export const { useText: useHelpText } = defineTexts('designer-help', {
  ask: '“{name}”是什么',
  'example.of': '示例：{title}',
  'example.none': '没有内置示例。',
  'example.clean': '没有问题',
  'example.open': '在试验台打开',
  tour: '使用引导',
  'tour.next': '下一步',
  'tour.back': '上一步',
  'tour.done': '开始',
  'tour.outline': '结构',
  'tour.outline.what': '这里列出字段、页面、状态和流转。点一项就能修改它，也可以加字段、拖动或用 Alt+方向键换位置。',
  'tour.canvas': '预览',
  'tour.canvas.what': '这就是大家看到的表单，可以试填，也可以按角色、状态、手机宽度查看。点一个字段即选中它。',
  'tour.properties': '属性',
  'tour.properties.what':
    '选中的项在这里修改；每个属性旁的问号说明它的意思并给出示例。有问题会列在下面，点一下就到出错的位置。',
  'tour.undo': '随时撤销',
  'tour.undo.what': '每一步都自动存为草稿，可以撤销、恢复，刷新或换电脑也不丢。',
  'tour.publish': '发布才生效',
  'tour.publish.what': '发布前会列出改了什么；发布以后也能从发布记录回退。',
});
