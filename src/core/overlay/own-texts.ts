import { TRANSLATIONS, type Translation } from '../text/language.ts';
import type { Messages } from '../text/say.ts';
import type { OverlayEdit, SetEdit } from './overlay.ts';

const SUBJECT = '@texts/';

/** Longest translation of a company's own. */
export const LONGEST_TRANSLATION = 2_000;

/** What a company's translations into a language stand under in a draft, beside its entities. */
export const textsSubject = (language: Translation): string => `${SUBJECT}${language}`;

/** The language whose translations stand under a subject; undefined for entities. */
export function textsLanguage(subject: string): Translation | undefined {
  const language = subject.startsWith(SUBJECT) ? subject.slice(SUBJECT.length) : undefined;
  return TRANSLATIONS.find((each) => each === language);
}

/** Says a text in a language; an empty one gives it back to what is shipped. */
export function textEdit(id: string, base: string | undefined, value: string): SetEdit {
  return { edit: 'set', at: [id], property: 'text', base: base ?? null, value: value === '' ? null : value };
}

/** Whether an edit is one of a translation. */
export function isTextEdit(edit: OverlayEdit): edit is SetEdit {
  if (edit.edit !== 'set' || edit.at.length !== 1 || edit.property !== 'text') return false;
  const { value } = edit;
  return value === null || (typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TRANSLATION);
}

/** A company's translations by the ids of texts: of what was said twice the last. */
export function ownTexts(edits: readonly OverlayEdit[]): Messages {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const id = edit.at[0];
    if (id === undefined || !isTextEdit(edit)) continue;
    if (typeof edit.value === 'string') texts.set(id, edit.value);
    else texts.delete(id);
  }
  return Object.fromEntries(texts);
}

/** One edit for each text that stands. */
export function compactTexts(edits: readonly OverlayEdit[]): readonly OverlayEdit[] {
  return Object.entries(ownTexts(edits)).map(([id, text]) => textEdit(id, undefined, text));
}

/** The same id whatever table a company's own entity or column has: by it translations are said before there is one. */
export function ownTextId(id: string, tenantId: string): string {
  return id.replaceAll(`x${tenantId}_`, '');
}

/** Id of a choice's text among a company's translations, `accept-result.1`: no entity bears such a name. */
export const dictionaryTextId = (choice: string): string => `dictionary.${choice}`;
