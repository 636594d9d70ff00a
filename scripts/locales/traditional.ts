import { Converter, CustomConverter } from 'opencc-js';

/**
 * Terms that the conversion leaves or makes otherwise than Taiwan's safety practice writes them: what it makes of the
 * Chinese, and what it should be (docs/glossary.md).
 */
const TERMS: readonly (readonly [string, string])[] = [
  ['受限空間', '侷限空間'],
  ['吊裝', '吊掛'],
  ['承包商', '承攬商'],
  ['車間', '廠房'],
  ['叉車', '堆高機'],
  ['身份證', '身分證'],
  ['登錄', '登入'],
  ['退出登錄', '登出'],
  ['未遂事件', '虛驚事件'],
  ['回滾', '還原'],
  ['重置', '重設'],
  ['郵箱', '電子郵件'],
  ['計劃', '計畫'],
  ['賬', '帳'],
  ['臺賬', '台帳'],
  ['專案', '項目'],
  ['檔名稱', '檔案名稱'],
  ['釋出', '發布'],
  ['物件', '對象'],
  ['後臺', '後台'],
  ['大屏', '大螢幕'],
  ['導入', '匯入'],
  ['導出', '匯出'],
  ['打印', '列印'],
  ['儲存期限', '保存期限'],
  ['許可權', '權限'],
  ['全域性', '全域'],
  ['繫結', '綁定'],
  ['平臺', '平台'],
  ['會籤', '會簽'],
  ['籤審', '簽審'],
  ['誰籤的', '誰簽的'],
  ['交併繼', '交並繼'],
  ['核併發', '核並發'],
  ['入併發', '入並發'],
];

const toTaiwan = Converter({ from: 'cn', to: 'twp' });
const withTerms = CustomConverter(TERMS);

/** Simplified Chinese in the traditional characters and the words of Taiwan; places such as `{name}` stay. */
export const toTraditional = (text: string): string => withTerms(toTaiwan(text));
