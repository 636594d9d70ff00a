import { create } from 'zustand';

/** Languages of the product. Chinese is complete; where another lacks a text, the Chinese is shown. */
export type Language = 'zh-CN' | 'zh-TW' | 'en-US' | 'pt-BR';

/** The chosen language; default zh-CN. */
export const useLanguage = create<{ readonly language: Language }>()(() => ({ language: 'zh-CN' }));

/** Values for the `{name}` places of a text. */
export type TextParameters = Readonly<Record<string, string | number>>;

/** Gives a text by its id, with `{name}` filled in. */
export type TextLookup<Id extends string> = (id: Id, parameters?: TextParameters) => string;

/** Texts of one layer in the languages that there are; the Chinese ones name the ids. */
export interface TextCatalogue<Id extends string> {
  readonly 'zh-CN': Readonly<Record<Id, string>>;
  readonly 'zh-TW'?: Readonly<Partial<Record<Id, string>>>;
  readonly 'en-US'?: Readonly<Partial<Record<Id, string>>>;
  readonly 'pt-BR'?: Readonly<Partial<Record<Id, string>>>;
}

/** Makes the look-ups of a catalogue: a hook that follows the language, and a function for code outside of React. */
export function defineTexts<Id extends string>(
  catalogue: TextCatalogue<Id>,
): { readonly useText: () => TextLookup<Id>; readonly text: TextLookup<Id> } {
  const lookups = new Map<Language, TextLookup<Id>>();
  const lookupOf = (language: Language): TextLookup<Id> => {
    let lookup = lookups.get(language);
    if (!lookup) {
      lookup = (id, parameters) => fill(catalogue[language]?.[id] ?? catalogue['zh-CN'][id], parameters);
      lookups.set(language, lookup);
    }
    return lookup;
  };
  return {
    useText: () => lookupOf(useLanguage((state) => state.language)),
    text: (id, parameters) => lookupOf(useLanguage.getState().language)(id, parameters),
  };
}

function fill(template: string, parameters: TextParameters | undefined): string {
  return parameters
    ? template.replace(/\{(\w+)\}/g, (place, name: string) => String(parameters[name] ?? place))
    : template;
}
