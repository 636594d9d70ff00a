import { defineTexts } from '../../ui/text/define-texts.ts';

/** Texts of the links by which people without login report something. */
export const { useText: useLinkText } = defineTexts('public-links', {
  title: '上报二维码',
  closed: '企业没有开放不登录上报。请先在“法定值与企业参数”中开启，二维码才能使用。',
  place: '张贴位置',
  'place.hint': '如 东门门卫室',
  days: '有效天数',
  make: '生成二维码',
  none: '还没有二维码',
  'state.open': '有效',
  'state.revoked': '已停用',
  'state.over': '已到期',
  'entry.told': '有效至{expires}，收到{sent}条',
  show: '查看{title}的二维码',
  revoke: '停用',
  'revoke.title': '停用“{title}”的二维码？',
  'revoke.text': '已张贴的二维码立即不能再用，不能恢复。收到的上报不受影响。',
  print: '打印',
  'print.hint': '扫码上报，不用登录',
  address: '复制网址',
  copied: '已复制',
});
