import { markedText } from '../amount/number-text.ts';
import { currentLanguage, DEFAULT_LANGUAGE, type Language } from './language.ts';

/** Values for the `{name}` places of a text. */
export type TextParameters = Readonly<Record<string, string | number>>;

/** Translations of messages by their Chinese text. */
export type Messages = Readonly<Record<string, string>>;

const tables = new Map<Language, Messages>();

/** Makes translations of messages known; further ones of a language are added to those before. */
export function provideMessages(language: Language, messages: Messages): void {
  tables.set(language, { ...tables.get(language), ...messages });
}

/** A parameter as it is said: a fraction in the marks of the language. */
function parameterText(value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? markedText(String(value)) : value;
}

/** The text with its `{name}` places filled in; a place without a value stays as it is. */
export function fillText(template: string, parameters: TextParameters | undefined): string {
  return parameters
    ? template.replace(/\{(\w+)\}/g, (place, name: string) => parameterText(parameters[name]) ?? place)
    : template;
}

/**
 * A message in the language of the moment. The Chinese text is its id, so that it can be read where it is said:
 * `say('{title}不能为空', { title })`. Translations stand in `src/locales/<language>/messages.json` and, for what only the
 * server says, `server/ground/language/locales/<language>.json`; where one is missing, the Chinese is said. Call it when the message is
 * made, never while a module loads.
 */
export function say(chinese: string, parameters?: TextParameters): string {
  const language = currentLanguage();
  const template = language === DEFAULT_LANGUAGE ? chinese : (tables.get(language)?.[chinese] ?? chinese);
  return fillText(template, parameters);
}

/**
 * A table of fixed Chinese texts whose values are read in the language of the moment:
 * `const VERBS = spoken({ create: '新增' })`, then `VERBS.create`.
 */
export function spoken<T extends Readonly<Record<string, string>>>(texts: T): { readonly [Key in keyof T]: string } {
  const read = {} as { [Key in keyof T]: string };
  for (const [key, text] of Object.entries(texts)) {
    Object.defineProperty(read, key, { enumerable: true, get: () => say(text) });
  }
  return read;
}

/** Two pieces of one sentence, a title and what is said of it: `日期` and `须为文本`, in English with a blank between them. */
export const joined = (first: string, second: string): string => say('{first}{second}', { first, second });
