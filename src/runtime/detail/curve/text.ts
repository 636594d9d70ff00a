import { defineTexts } from '../../../ui/text/define-texts.ts';

/** Texts of curves. */
export const { text: curveText } = defineTexts('curve', {
  title: '趋势曲线',
  failed: '曲线加载失败',
  empty: '这段时间没有数据',
  span: '最低–最高',
  summary: '趋势曲线：最低{low}，最高{high}，最新{last}',
  table: '最近{count}个值',
  'column.time': '时间',
  'column.low': '最低',
  'column.high': '最高',
  'column.last': '最新',
  'range.hour': '1小时',
  'range.shift': '8小时',
  'range.day': '24小时',
  'range.week': '7天',
  'range.month': '31天',
});
