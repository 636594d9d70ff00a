import antd from 'antd/es/locale/zh_TW';
import 'dayjs/locale/zh-tw';
import type { LanguagePack } from './language-pack.ts';

/** Everything that the client says in zh-TW. */
export const pack: LanguagePack = {
  antd,
  dayjs: 'zh-tw',
  tables: import.meta.glob(['../../locales/zh-TW/*.json', '!**/help-*.json'], { eager: true, import: 'default' }),
};
