import { defineTexts } from '../text/define-texts.ts';

/** Texts about where a person is: why a machine does not say it, and what proves it instead. */
export const { text: placeText } = defineTexts('place', {
  'missing.insecure': '当前不是安全连接（HTTPS），浏览器不提供位置，请用 HTTPS 地址打开后再试',
  'missing.denied': '未获准定位，请在浏览器和手机的设置中允许本网站定位后再试',
  'missing.unavailable': '未能确定当前位置，请打开定位服务，到开阔处再试',
  'missing.timeout': '定位超时，请到开阔处再试',
  title: '所在位置',
  hint: '须在{place}办理',
  here: '现场',
  named: '“{name}”',
  finding: '正在定位…',
  found: '已定位，误差约{metres}米',
  again: '重新定位',
  'way.fix': '改用定位',
  'way.tag': '扫描区域标签',
  'way.photo': '拍照并说明原因',
  'tag.missing': '请扫描或输入区域标签',
  photo: '现场照片',
  'photo.missing': '请拍摄现场照片',
  reason: '不能定位的原因',
  'reason.missing': '请说明不能定位的原因，{least}至{most}个字',
});
