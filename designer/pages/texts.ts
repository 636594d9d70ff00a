import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** Texts of lists and pages in the designer. */
export const { useText: usePagesText } = defineTexts('designer-pages', {
  page: '页面',
  'page.open': '页面的属性',
  'page.add': '加页面',
  'page.new': '新页面',
  none: '这个业务还没有页面。',
  hidden: '不在菜单里',
  columns: '列',
  'columns.hint': '拖动表头或按 Alt+←、Alt+→ 移动，拖动右边缘改宽，Delete 去掉，回车看属性',
  'columns.default': '这个页面没有写明各列，按字段顺序显示；第一次调整时写明。',
  'columns.add': '加列',
  'column.left': '左移“{title}”',
  'column.right': '右移“{title}”',
  'column.take': '去掉“{title}”',
  'column.width': '“{title}”的宽度',
  'column.chosen': '列“{title}”',
  kind: '这一种页面没有列表，它显示的内容在属性里设置。',
  cost: '代价',
  'cost.none': '筛选和排序都有索引。',
  'cost.filter': '按“{title}”筛选没有索引：每次要查看全部{records}。',
  'cost.sort': '页面的排序没有索引：每翻一页要排全部{records}。',
  'cost.click':
    '点击表头按这些列排序没有索引，每翻一页要排全部{records}：{titles}。常用的请在字段上“建索引”，或写进页面的排序。',
  'cost.new': '发布时为“{title}”建索引，要读全部{records}。',
  'cost.small': '现在只有{records}，还感觉不到；超过一万条以后会慢。',
  'cost.records': '{count}条记录',
  'cost.unknown': '记录',
  statistics: '统计',
});
