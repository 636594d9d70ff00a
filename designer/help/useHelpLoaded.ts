import { useEffect, useState } from 'react';
import { DEFAULT_LANGUAGE, type Language } from '../../src/core/text/language.ts';
import { provideTexts, type Texts, useLanguage } from '../../src/ui/text/define-texts.ts';

/** Translations of the help, which is too long to come along with the language of every page. */
const FILES = import.meta.glob<Texts>('../../src/locales/*/help-*.json', { import: 'default' });

async function loadHelp(language: Language): Promise<void> {
  const files = Object.entries(FILES).filter(([file]) => file.includes(`/${language}/`));
  const tables = await Promise.all(
    files.map(async ([file, load]) => [file.replace(/^.*\/(.+)\.json$/, '$1'), await load()] as const),
  );
  provideTexts(language, Object.fromEntries(tables));
}

/** Whether the help can be said in the language of the moment; where it cannot be loaded it is said in Chinese. */
export function useHelpLoaded(): boolean {
  const language = useLanguage((state) => state.language);
  const [loaded, setLoaded] = useState<Language>(DEFAULT_LANGUAGE);
  useEffect(() => {
    let isGone = false;
    const done = () => !isGone && setLoaded(language);
    loadHelp(language).then(done, done);
    return () => {
      isGone = true;
    };
  }, [language]);
  return loaded === language;
}
