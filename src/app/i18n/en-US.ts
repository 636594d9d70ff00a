import antd from 'antd/es/locale/en_US';
import 'dayjs/locale/en';
import type { LanguagePack } from './language-pack.ts';

/** Everything that the client says in en-US. */
export const pack: LanguagePack = {
  antd,
  dayjs: 'en',
  tables: import.meta.glob(['../../locales/en-US/*.json', '!**/help-*.json'], { eager: true, import: 'default' }),
};
