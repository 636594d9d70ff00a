import { defineTexts } from '../../../ui/text/define-texts.ts';
import { type Due, spanParts } from './board-model.ts';

/** Texts of the ticket board. */
export const { text: boardText } = defineTexts('board', {
  'board.area': '{area}（{count}）',
  'board.noArea': '未划分区域',
  'board.total': '在办{count}张',
  'board.limited': '共{total}张，仅显示有效期最先到的{shown}张，请用筛选缩小范围',
  'board.types': '按作业类型',
  'board.states': '按状态',
  'board.overdue': '已超期{count}张',
  'board.soon': '30分钟内到期{count}张',
  'board.empty': '当前没有在办的作业票',
  'board.empty.hint': '作业票审批通过后会出现在这里',
  'board.noMatch': '没有符合条件的在办作业票',
  'board.clear': '清除条件',
  'board.failed': '作业票看板加载失败',
  'board.wall': '大屏（F）',
  'board.unwall': '退出大屏（Esc）',
  'board.refresh': '刷新',
  'board.charger': '负责人',
  'board.guardian': '监护人',
  'board.unit': '所在单位',
  'board.clock': '服务器时间',
  'due.gas': '气体分析',
  'due.validity': '有效期',
  'left.days': '剩余{first}天{second}小时',
  'left.hours': '剩余{first}小时{second}分钟',
  'left.minutes': '剩余{first}分钟',
  'left.seconds': '剩余{first}分{second}秒',
  'over.days': '已超期{first}天{second}小时',
  'over.hours': '已超期{first}小时{second}分钟',
  'over.minutes': '已超期{first}分钟',
  'over.seconds': '已超期{first}分{second}秒',
});

/** A countdown in words: 剩余12分钟, 已超期1小时3分钟. */
export function dueText({ left }: Pick<Due, 'left'>): string {
  const { unit, first, second } = spanParts(left);
  return boardText(left > 0 ? `left.${unit}` : `over.${unit}`, { first, second });
}
