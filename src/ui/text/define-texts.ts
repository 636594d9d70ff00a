import type { Locale } from 'antd/es/locale';
import { create } from 'zustand';
import { DEFAULT_LANGUAGE, followLanguage, type Language } from '../../core/text/language.ts';
import { fillText, type TextParameters } from '../../core/text/say.ts';

/** The chosen language; default zh-CN. It is set once the texts of the language are there. */
export const useLanguage = create<{
  readonly language: Language;
  /** Texts of antd's own parts; its Chinese ones where undefined. */
  readonly antd?: Locale | undefined;
}>()(() => ({ language: DEFAULT_LANGUAGE }));

// Messages of the core (of validation, of the calls) follow the same choice.
followLanguage(() => useLanguage.getState().language);

/** Gives a text by its id, with `{name}` filled in. */
export type TextLookup<Id extends string> = (id: Id, parameters?: TextParameters) => string;

/** Texts by id. */
export type Texts = Readonly<Record<string, string>>;

const chinese = new Map<string, Texts>();
const worded = new Map<string, Language>();
const translated = new Map<Language, Readonly<Record<string, Texts>>>();

/** Makes the translations of a language known, by table; they are loaded when the language is chosen. */
export function provideTexts(language: Language, tables: Readonly<Record<string, Texts>>): void {
  translated.set(language, { ...translated.get(language), ...tables });
}

/** The Chinese tables of all modules that were loaded, by name. */
export const textTables = (): ReadonlyMap<string, Texts> => chinese;

/** The language whose texts are the ids of a table; undefined where they are but names. */
export const languageOfIds = (name: string): Language | undefined => worded.get(name);

/**
 * A module's table of texts, in Chinese. Its name is the file's of its translations, `src/locales/<language>/<name>.json`,
 * where English and Portuguese are written by hand and traditional Chinese is generated; the check of
 * `npm run metadata -- locales` names what is missing. Gives a hook that follows the language, and a function for code
 * outside of React.
 * @param ids the language whose texts the ids are, where they stand written elsewhere; it then needs no file.
 */
export function defineTexts<Id extends string>(
  name: string,
  texts: Readonly<Record<Id, string>>,
  ids?: Language,
): { readonly useText: () => TextLookup<Id>; readonly text: TextLookup<Id> } {
  chinese.set(name, texts);
  if (ids !== undefined) worded.set(name, ids);
  const lookups = new Map<Language, TextLookup<Id>>();
  const lookupOf = (language: Language): TextLookup<Id> => {
    let lookup = lookups.get(language);
    if (!lookup) {
      const textOf = (id: Id) => (language === ids ? id : (translated.get(language)?.[name]?.[id] ?? texts[id]));
      lookup = (id, parameters) => fillText(textOf(id), parameters);
      lookups.set(language, lookup);
    }
    return lookup;
  };
  return {
    useText: () => lookupOf(useLanguage((state) => state.language)),
    text: (id, parameters) => lookupOf(useLanguage.getState().language)(id, parameters),
  };
}
