import { defineTexts } from './text/define-texts.ts';

/** Texts of the image viewer. */
export const { text: viewerText } = defineTexts('viewer', {
  viewer: '查看图片',
  counter: '{number} / {count}',
  previous: '上一张',
  next: '下一张',
  zoomIn: '放大',
  zoomOut: '缩小',
  scale: '当前缩放{percent}%',
  rotateLeft: '向左旋转90度',
  rotateRight: '向右旋转90度',
  flipAcross: '水平翻转',
  flipDown: '垂直翻转',
  reset: '还原',
  play: '幻灯片播放',
  pause: '暂停播放',
  seconds: '{seconds}秒',
  secondsLabel: '每{seconds}秒一张',
  download: '下载{name}',
  close: '关闭',
  loading: '加载中…',
  retry: '重试',
  broken: '图片无法显示',
});
