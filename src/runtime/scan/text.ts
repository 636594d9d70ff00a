import { defineTexts } from '../../ui/text/define-texts.ts';

/** Texts of scanned codes and of anonymous authors on generated pages. */
export const { text: scanText } = defineTexts('scan', {
  'code.label': '扫描或输入现场的码',
  'code.hint': '屏幕上的码每30秒变化，可以不输入中间的短横',
  'code.tagHint': '扫描现场的标签，或输入标签上的内容',
  'camera.open': '用相机扫描',
  'camera.close': '关闭相机',
  'camera.failed': '相机打不开，请输入码',
  'camera.view': '相机画面',
  'place.asked': '提交时会读取您的位置，须在现场{within}米以内',
  'show.title': '{action}：{name}',
  'show.next': '{seconds}秒后更换',
  'show.hint': '请在现场的屏幕上显示，用手机扫描，或在“{action}”里输入这个码',
  'show.code': '{action}的二维码',
  'open.title': '查看“{name}”的匿名提交人',
  'open.warning': '提交人选择了匿名。查看的人、时间和理由会记入该记录的操作记录。',
  'open.reason': '查看的理由',
  'open.ok': '查看',
});
