import { defineTexts } from '../../ui/text/define-texts.ts';

/** Texts of what a device keeps on its way to the server. */
export const { useText: useKeptText, text: keptText } = defineTexts('kept', {
  offline: '没有网络：填写保存在本机，联网后自动上传',
  waiting: '{count}项待上传',
  refused: '{count}项未被接受',
  'send.now': '立即上传',
  kept: '已保存在本机，联网后自动上传',
  'kept.sending': '已保存，正在上传',
  full: '本机存储空间已满，没有保存。请先联网上传，或清理手机存储后再试；填写的内容还在页面上',
  'full.soon': '本机存储空间只剩约{size} MB，请尽快联网上传',
  'photo.full': '本机存储空间已满，照片没有保存',
  'no.storage': '此浏览器不能在本机保存，离线时不能办理',
  'no.network': '没有网络，此页面须联网办理',
  'refused.title': '“{name}”的填写没有被接受',
  'conflict.title': '“{name}”已有另一份填写',
  yours: '您的填写',
  'device.time': '您填写于 {time}（本机时间）',
  theirs: '现在的内容',
  'theirs.by': '{who}填写的',
  field: '项目',
  empty: '（空）',
  'keep.mine': '用我的填写',
  'take.theirs': '用现在的内容',
  drop: '放弃我的填写',
  again: '再次提交',
  edit: '修改',
});
