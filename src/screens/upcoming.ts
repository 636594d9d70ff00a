import { defineTexts } from '../ui/text/define-texts.ts';

/** Screens that a later version brings: name of the menu's `screen` or of a fixed route, with its page codes. */
export const UPCOMING: Readonly<Record<string, { readonly codes: readonly string[] }>> = {
  'video-monitoring': { codes: ['videoMonitoring'] },
};

/** What each of them will be, by page code. */
const PURPOSES = {
  videoMonitoring: '视频监控：按区域查看摄像头画面与在线状态，在新窗口打开。',
} as const;

const { useText } = defineTexts('upcoming', PURPOSES);

/** What the coming screen of a page code will be; undefined where the code names none of them. */
export function useUpcomingPurpose(code: string): string | undefined {
  const text = useText();
  return Object.hasOwn(PURPOSES, code) ? text(code as keyof typeof PURPOSES) : undefined;
}
