import antd from 'antd/es/locale/pt_BR';
import 'dayjs/locale/pt-br';
import type { LanguagePack } from './language-pack.ts';

/** Everything that the client says in pt-BR. */
export const pack: LanguagePack = {
  antd,
  dayjs: 'pt-br',
  tables: import.meta.glob(['../../locales/pt-BR/*.json', '!**/help-*.json'], { eager: true, import: 'default' }),
};
