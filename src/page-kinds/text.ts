import { defineTexts } from '../ui/text/define-texts.ts';

/** Texts that all kinds of page share, and the names of the oldest four. */
export const { text: kindText } = defineTexts('page-kinds', {
  'kind.list': '列表',
  'kind.tree': '树',
  'kind.single': '单条记录',
  'kind.statistics': '统计',
});
