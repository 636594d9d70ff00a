import { defineTexts } from '../../ui/text/define-texts.ts';

export const { useText: useHierarchyText, text: hierarchyKindText } = defineTexts('kind-hierarchy', {
  title: '架构图',
  keys: '方向键在上下级和同级之间移动，空格展开或收起，回车打开',
  open: '展开{name}的下级（{count}）',
  close: '收起{name}的下级',
  'open.all': '全部展开',
  'close.all': '全部收起',
  larger: '放大',
  smaller: '缩小',
  fit: '适合宽度',
  more: '记录多于{most}条，只画出前{most}条，请用筛选缩小范围',
});
