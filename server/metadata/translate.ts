import type { RowsFile } from '../../src/core/dialect/rows-file.ts';
import { dictionaryTextId } from '../../src/core/overlay/own-texts.ts';
import { rowsTexts, settingsTexts } from '../../src/core/text/file-texts.ts';
import { isLanguage, type Language } from '../../src/core/text/language.ts';
import type { Messages } from '../../src/core/text/say.ts';
import type { EntityText } from '../../src/core/text/text-ids.ts';
import type { PlacedEntity } from './model-set.ts';
import type { DeclaredSetting, DictionaryFile, MenuFile } from './shipped-files.ts';
import type { Dictionary, MenuEntry } from './snapshot.ts';
import { SETTING_WORDS } from './tenant-settings.ts';

/** Translations of what is shipped, in one language. */
export interface ShippedTexts {
  /** By the ids of `src/core/text/text-ids.ts`. */
  readonly entities: Messages;
  /** `<code>` and `<code>.<key>`. */
  readonly dictionaries: Messages;
  /** By the codes of the menu. */
  readonly menu: Messages;
  /** By the keys of settings. */
  readonly settings: Messages;
  /** Of joint pages: `<code>`, `<code>.columns.due`. */
  readonly pages: Messages;
  /** Of shipped rows: `<entity>.<row>.<field>`. */
  readonly rows: Messages;
}

const OWN_FILES = ['dictionaries', 'menu', 'settings', 'pages', 'rows'] as const;

const nothing = (): ShippedTexts => ({ entities: {}, dictionaries: {}, menu: {}, settings: {}, pages: {}, rows: {} });

/** Adds a file of translations, `en-US/base`, to those that are known. */
export function addTexts(all: Map<Language, ShippedTexts>, file: string, texts: Messages): void {
  const [language = '', name = ''] = file.split('/');
  if (!isLanguage(language)) return;
  const part = OWN_FILES.find((file) => file === name) ?? 'entities';
  const known = all.get(language) ?? nothing();
  all.set(language, known);
  // There are hundreds of files; a new object for each would copy what all before it said.
  Object.assign(known[part], texts);
}

const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

/** The translation of a text, where it is still the shipped one. */
function translated(text: string, shipped: string | undefined, texts: Messages, id: string): string {
  return (text === shipped ? own(texts, id) : undefined) || text;
}

/** Dictionaries in another language; titles that a tenant has changed or added stay. */
export function translateDictionaries(
  dictionaries: ReadonlyMap<string, Dictionary>,
  files: ReadonlyMap<string, DictionaryFile>,
  { dictionaries: texts }: ShippedTexts,
  ours: (id: string) => string | undefined = () => undefined,
): ReadonlyMap<string, Dictionary> {
  return new Map(
    [...dictionaries].map(([code, dictionary]) => {
      const file = files.get(code);
      const choices = dictionary.choices.map((choice) => {
        const shipped = file === undefined ? undefined : own(file.options, choice.key)?.title;
        const id = `${code}.${choice.key}`;
        return { ...choice, title: ours(dictionaryTextId(id)) ?? translated(choice.title, shipped, texts, id) };
      });
      return [code, { ...dictionary, title: translated(dictionary.title, file?.title, texts, code), choices }];
    }),
  );
}

/** The menu in another language; names that a tenant has changed or added stay. */
export function translateMenu(
  entries: readonly MenuEntry[],
  file: MenuFile,
  { menu: texts }: ShippedTexts,
): readonly MenuEntry[] {
  return entries.map((entry) => ({
    ...entry,
    name: translated(entry.name, own(file.items, entry.code)?.title, texts, entry.code),
  }));
}

/** What the buttons of the shipped menu are called, by action. */
export function buttonTitles(
  { buttons = {} }: MenuFile,
  { menu: texts }: ShippedTexts = nothing(),
): ReadonlyMap<string, string> {
  return new Map(Object.entries(buttons).map(([key, { title }]) => [key, own(texts, `button.${key}`) || title]));
}

/** Translations of texts that stand in records because they were shipped: of settings and of rows, by the Chinese text. */
export function translateValues(
  declared: ReadonlyMap<string, DeclaredSetting>,
  rows: ReadonlyMap<string, RowsFile>,
  entities: readonly PlacedEntity[],
  { settings, rows: rowTexts }: ShippedTexts,
): ReadonlyMap<string, string> {
  const found = new Map(Object.entries(SETTING_WORDS));
  const add = (texts: readonly EntityText[], translations: Messages): void => {
    for (const { id, text } of texts) {
      const translation = own(translations, id);
      if (translation !== undefined && translation !== '' && !found.has(text)) found.set(text, translation);
    }
  };
  for (const [key, setting] of declared) {
    add(settingsTexts(setting.area, { title: setting.areaTitle, settings: { [key]: setting } }), settings);
  }
  for (const { entity } of entities) {
    const file = rows.get(entity.entity);
    if (file !== undefined) add(rowsTexts(entity, file), rowTexts);
  }
  return found;
}
