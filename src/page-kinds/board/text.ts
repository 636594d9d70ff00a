import { defineTexts } from '../../ui/text/define-texts.ts';

export const { useText: useBoardText, text: boardKindText } = defineTexts('kind-board', {
  title: '看板',
  count: '{count}条',
  'count.capped': '{count}条以上',
  more: '再显示一些（还有{count}条）',
  'more.capped': '再显示一些',
  'more.end': '只能看到前{count}条，请缩小筛选范围',
  empty: '没有记录',
  move: '移动',
  'move.of': '移动“{name}”',
});
