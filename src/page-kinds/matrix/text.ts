import { defineTexts } from '../../ui/text/define-texts.ts';

export const { useText: useMatrixText, text: matrixKindText } = defineTexts('kind-matrix', {
  title: '矩阵',
  none: '这段时间没有记录',
  'too.rows': '共{count}行，只显示前{most}行；请缩小筛选范围',
  cell: '{row}，{day}：{text}',
  empty: '{row}，{day}：没有记录',
  add: '{row}，{day}：新增',
});
