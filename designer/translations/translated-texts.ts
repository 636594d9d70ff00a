import { ownTexts, textEdit, textsSubject } from '../../src/core/overlay/own-texts.ts';
import { TRANSLATIONS, type Translation } from '../../src/core/text/language.ts';
import type { Messages } from '../../src/core/text/say.ts';
import { entityTexts } from '../../src/core/text/text-ids.ts';
import type { DesignTexts } from '../../src/core/wire/design.ts';
import type { Designed } from '../session/useDesign.ts';

/** A text with what it is in each language, and which of it is the company's own. */
export interface TranslatedText {
  readonly id: string;
  readonly text: string;
  readonly said: Readonly<Record<Translation, string>>;
  readonly shipped: Readonly<Record<Translation, string>>;
}

/** Every text of an entity as it is designed, with its translations as they would be published. */
export function textsOf(design: Designed, { shipped, own }: DesignTexts): readonly TranslatedText[] {
  const ours = new Map(TRANSLATIONS.map((language) => [language, oursIn(design, own[language], language)]));
  const original = new Map(entityTexts(design.base.entity).map(({ id, text }) => [id, text]));
  const found = new Map<string, TranslatedText>();
  for (const { id, text } of entityTexts(design.entity)) {
    // What the company words otherwise has no shipped translation any more.
    const before = byLanguage((language) => (original.get(id) === text ? (shipped[language][id] ?? '') : ''));
    const said = byLanguage((language) => ours.get(language)?.[id] ?? before[language]);
    if (!found.has(id)) found.set(id, { id, text, shipped: before, said });
  }
  return [...found.values()];
}

/** The company's own translations: those that serve, with what the draft says instead. */
function oursIn(design: Designed, serving: Messages, language: Translation): Messages {
  const served = Object.entries(serving).map(([id, text]) => textEdit(id, undefined, text));
  return ownTexts([...served, ...design.editsOn(textsSubject(language))]);
}

const byLanguage = (of: (language: Translation) => string): Readonly<Record<Translation, string>> => ({
  'zh-TW': of('zh-TW'),
  'en-US': of('en-US'),
  'pt-BR': of('pt-BR'),
});
