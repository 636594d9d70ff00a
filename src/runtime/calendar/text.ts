import { defineTexts } from '../../ui/text/define-texts.ts';

/** Texts of calendars and timelines. */
export const { useText: useCalendarText } = defineTexts('calendar', {
  today: '今天',
  before: '之前',
  after: '之后',
  'span.title': '时间范围',
  'span.month': '月',
  'span.week': '周',
  'span.agenda': '日程',
  allDay: '全天',
  more: '还有{count}条',
  day: '{day}，共{count}条',
  none: '这段时间没有记录',
  'too.many': '这段时间超过{count}条，只显示最早的{count}条；请缩短时间或缩小筛选范围',
  'too.rows': '共{count}行，只显示前{most}行；请缩小筛选范围',
});
