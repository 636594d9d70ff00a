import { useCallback } from 'react';
import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** What words of the dialect, one of which is chosen, are called in the designer. */
const WORDS = {
  creator: '创建人',
  system: '系统自动',
  everyone: '所有人',
  call: '召集办理人',
  none: '无',
  optional: '可填',
  required: '必填',
  any: '任一人',
  all: '全部',
  share: '按比例',
  order: '依次',
  person: '每个人',
  entry: '每一项',
  firstVote: '第一人表决前',
  granted: '通过以前',
  hidden: '不可见',
  masked: '脱敏可见',
  read: '只读',
  write: '可写',
  own: '本人的',
  department: '本部门的',
  departmentTree: '本部门及下级的',
  tenant: '全公司的',
  list: '列表',
  tree: '树形',
  single: '单条',
  statistics: '统计',
  left: '左侧',
  right: '右侧',
  toolbar: '列表上方',
  row: '每行',
  both: '两处',
  batch: '批量',
  page: '页面',
  drawer: '抽屉',
  default: '灰',
  red: '红',
  orange: '橙',
  yellow: '黄',
  blue: '蓝',
  green: '绿',
  table: '表格',
  bar: '柱形',
  stackedBar: '堆叠柱形',
  line: '折线',
  pie: '饼形',
  ring: '环形',
  now: '立即',
  later: '稍后',
  workdays: '工作日',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  view: '查看',
  import: '导入',
  export: '导出',
  print: '打印',
  copy: '复制',
  enable: '启用',
  disable: '停用',
} as const;

const { useText } = defineTexts('designer-words', WORDS);

/** What a word of the dialect is called; the word itself where it has no other name. */
export function useWord(): (word: string) => string {
  const text = useText();
  return useCallback((word) => (Object.hasOwn(WORDS, word) ? text(word as keyof typeof WORDS) : word), [text]);
}
