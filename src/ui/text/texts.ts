import { defineTexts } from './define-texts.ts';

/** Texts of the interface pieces by id. */
export const { useText: useUiText } = defineTexts('ui', {
  'action.more': '更多',
  'action.retry': '重试',
  'action.back': '返回',
  'action.cancel': '取消',
  'action.confirm': '确定',
  'action.delete': '删除',
  'action.leave': '离开',
  'action.print': '打印',
  'action.stay': '继续填写',
  'action.undo': '撤销',
  'empty.none': '暂无数据',
  'empty.noMatch': '没有符合条件的数据',
  'empty.noMatch.hint': '请调整或清除筛选条件后再试',
  'empty.forbidden': '您没有查看权限',
  'empty.forbidden.hint': '如需使用，请联系管理员开通权限',
  'error.title': '加载失败',
  'part.failed': '这部分内容加载失败',
  'part.failed.hint':
    '请检查网络后重试；如果系统刚刚升级，请重新加载页面，浏览器询问时请选择继续。填写中的内容已存为草稿，重新加载后可以恢复。',
  'part.reload': '重新加载',
  'list.unfold': '展开',
  'list.fold': '收起',
  'list.whole': '显示全部{count}项',
  'loading.slow': '仍在加载，请稍候',
  'confirm.delete': '确定删除{thing}吗？',
  'confirm.leave': '有未保存的修改，确定离开吗？',
  'confirm.leave.hint': '离开后本次修改将丢失',
  'state.grave': '严重',
});
