import { defineTexts } from '../../ui/text/define-texts.ts';

/** Texts that all kinds of page with a view of their own share. */
export const { useText: useViewText, text: viewText } = defineTexts('page-view', {
  stale: '有新变化',
  'stale.show': '点击更新',
  'move.title': '移动“{name}”',
  'move.choose': '移到“{place}”有几种做法，请选择',
  'move.none': '“{name}”不能移到“{place}”：没有您可做的操作',
  'move.refused': '“{name}”没有移动：{reason}',
  'move.done': '已移到“{place}”',
  'move.cancel': '取消',
  blank: '（未填）',
  clock: '服务器时间',
  wall: '大屏（F）',
  unwall: '退出大屏（Esc）',
});
