import dayjs from 'dayjs';
import { currentRevision } from '../../api/client.ts';
import { revisionChannel } from '../../api/faults.ts';
import { browserStore } from '../../core/stores.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language, type Translation } from '../../core/text/language.ts';
import { provideMessages } from '../../core/text/say.ts';
import { provideTexts, useLanguage } from '../../ui/text/define-texts.ts';
import type { LanguagePack } from './language-pack.ts';

/** Each language comes when it is chosen, in one piece. */
const PACKS: Readonly<Record<Translation, () => Promise<{ readonly pack: LanguagePack }>>> = {
  'zh-TW': () => import('./zh-TW.ts'),
  'en-US': () => import('./en-US.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
};

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'pt-BR': 'Português',
};

/** Key of the chosen language in localStorage. */
const LANGUAGE_KEY = 'anlan-language';

/** The language that was chosen on this machine; Chinese where none was. */
export function storedLanguage(): Language {
  const stored = browserStore.getItem(LANGUAGE_KEY) ?? '';
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
}

/** Loads a language and speaks it from now on. Throws where its texts cannot be loaded; the language stays, then. */
export async function speak(language: Language): Promise<void> {
  const pack = language === DEFAULT_LANGUAGE ? undefined : (await PACKS[language as Translation]()).pack;
  if (pack !== undefined) {
    const tables = Object.fromEntries(
      Object.entries(pack.tables).map(([file, texts]) => [file.replace(/^.*\/(.+)\.json$/, '$1'), texts]),
    );
    provideTexts(language, tables);
    provideMessages(language, tables.messages ?? {});
  }
  dayjs.locale(pack?.dayjs ?? 'zh-cn');
  document.documentElement.lang = language;
  useLanguage.setState({ language, antd: pack?.antd });
}

/** Changes the language for good: pages stay as they are, with all that was typed, and fetch their texts again. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  browserStore.setItem(LANGUAGE_KEY, language);
  revisionChannel.emit(currentRevision());
}
