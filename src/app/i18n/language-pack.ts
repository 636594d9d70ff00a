import type { Locale } from 'antd/es/locale';
import type { Texts } from '../../ui/text/define-texts.ts';

/** What a language needs: antd's texts, the name of its calendar, and the tables of `src/locales/<language>`. */
export interface LanguagePack {
  readonly antd: Locale;
  readonly dayjs: string;
  readonly tables: Readonly<Record<string, Texts>>;
}
