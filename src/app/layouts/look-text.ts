import { defineTexts } from '../../ui/text/define-texts.ts';

/** Texts of the look that a person chooses, and of what stands on paper only. */
export const { useText: useLookText } = defineTexts('look', {
  theme: '外观',
  light: '浅色',
  dark: '深色',
  system: '跟随系统',
  density: '密度',
  standard: '标准',
  compact: '紧凑',
  hearing: '提示音',
  sound: '有新消息时响',
  printed: '打印时间：{time}',
  printedBy: '打印人：{name}',
});
